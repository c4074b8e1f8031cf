import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { SaleRecord } from '#shared/sales/sale.ts'
import {
  latestSales,
  readArchived,
  requireRows,
  type SalesSources,
  toSales,
  withArchiveFallback,
} from '#shared/sales/sale-records.ts'

export interface RegistrationSales {
  uk: SaleRecord[]
  jersey: SaleRecord[]
  archive: { exportedAt: string | null } | null
}

const MAX_SALES = 50

const NONE: RegistrationSales = { uk: [], jersey: [], archive: null }

/** The sales of a registration under any of these spellings, latest first. Never throws. */
export async function readSalesOf(
  spellings: readonly string[],
  sources: SalesSources,
): Promise<RegistrationSales> {
  if (spellings.length === 0) return NONE
  return withArchiveFallback(
    sources,
    async () => {
      const [uk, jersey] = await Promise.all([
        readLive('uk', spellings, sources),
        readLive('jersey', spellings, sources),
      ])
      return { uk, jersey, archive: null }
    },
    async () => {
      const [uk, jersey] = await Promise.all([readArchived('uk', sources), readArchived('jersey', sources)])
      const of = ({ registration }: SaleRecord) => spellings.includes(registration)
      return {
        uk: latestFirst(uk.records.filter(of)),
        jersey: latestFirst(jersey.records.filter(of)),
        archive: uk.archive,
      }
    },
  )
}

export const isRecorded = ({ uk, jersey }: RegistrationSales): boolean => uk.length + jersey.length > 0

async function readLive(explorer: ExplorerName, spellings: readonly string[], sources: SalesSources) {
  const { data, error, status } = await latestSales(sources.client, explorer)
    .in('plate_number', spellings)
    .limit(MAX_SALES)
  return latestFirst(toSales(requireRows(data, error, status), sources.logError))
}

function latestFirst(sales: readonly SaleRecord[]): SaleRecord[] {
  const date = ({ saleYear, saleMonth }: SaleRecord) => saleYear * 100 + (saleMonth ?? 0)
  return sales.toSorted((one, other) => date(other) - date(one))
}
