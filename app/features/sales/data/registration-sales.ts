import { EXPLORER_LIST, type ExplorerName } from '#shared/sales/explorers.ts'
import type { SaleRecord } from '#shared/sales/sale.ts'
import {
  latestSales,
  querySales,
  readArchived,
  type SalesRead,
  type SalesSources,
  withArchiveFallback,
} from '#shared/sales/sale-records.ts'

export interface RegistrationSales {
  /** Those of the UK first; of each explorer, latest first. */
  records: (SaleRecord & { explorer: ExplorerName })[]
  archive: { exportedAt: string | null } | null
}

const MAX_SALES = 50

/** The sales of a registration under any of these spellings. Never throws. */
export async function readSalesOf(
  spellings: readonly string[],
  sources: SalesSources,
): Promise<RegistrationSales> {
  if (spellings.length === 0) return { records: [], archive: null }
  return withArchiveFallback(
    sources,
    () => readEach((explorer) => readLive(explorer, spellings, sources)),
    () =>
      readEach(async (explorer) => {
        const { records, archive } = await readArchived(explorer, sources)
        return { records: records.filter(({ registration }) => spellings.includes(registration)), archive }
      }),
  )
}

type Read = Pick<SalesRead, 'records' | 'archive'>

async function readEach(read: (explorer: ExplorerName) => Promise<Read>): Promise<RegistrationSales> {
  const reads = await Promise.all(
    EXPLORER_LIST.map(async ({ name: explorer }) => {
      const { records, archive } = await read(explorer)
      return { records: records.map((sale) => ({ ...sale, explorer })), archive }
    }),
  )
  return { records: reads.flatMap(({ records }) => records), archive: reads[0]?.archive ?? null }
}

async function readLive(
  explorer: ExplorerName,
  spellings: readonly string[],
  sources: SalesSources,
): Promise<Read> {
  const query = latestSales(sources.client, explorer).in('plate_number', spellings).limit(MAX_SALES)
  return { records: await querySales(query, sources.logError), archive: null }
}
