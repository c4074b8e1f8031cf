import { classify } from '../../../shared/registration/registration.ts'
import type { ExplorerName } from '../explorer/definitions.ts'
import type { DocumentedSale } from '../sale.ts'
import {
  isRegistrationReadable,
  latestSales,
  readArchived,
  requireRows,
  type SalesSources,
  toSales,
  withArchiveFallback,
} from './sale-records.ts'

export interface RegistrationSales {
  uk: DocumentedSale[]
  jersey: DocumentedSale[]
  similar: DocumentedSale[]
  archive: { exportedAt: string | null } | null
}

const MAX_SALES = 50
const MAX_SIMILAR = 6

const NONE: RegistrationSales = { uk: [], jersey: [], similar: [], archive: null }

/** Never throws. */
export async function readSalesOf(registration: string, sources: SalesSources): Promise<RegistrationSales> {
  if (!isRegistrationReadable(registration)) return NONE
  const kind = classify(registration)
  return withArchiveFallback(
    sources,
    async () => {
      const [uk, jersey, similar] = await Promise.all([
        readExactly('uk', registration, sources),
        readExactly('jersey', registration, sources),
        kind.category && kind.type ? readKind(kind.category, kind.type, registration, sources) : [],
      ])
      return { uk, jersey, similar, archive: null }
    },
    async () => {
      const [uk, jersey] = await Promise.all([readArchived('uk', sources), readArchived('jersey', sources)])
      const of = (sale: DocumentedSale) => sale.registration === registration
      const similar = uk.records.filter(
        (sale) => kind.category && sale.category === kind.category && sale.type === kind.type && !of(sale),
      )
      return {
        uk: latestFirst(uk.records.filter(of)),
        jersey: latestFirst(jersey.records.filter(of)),
        similar: latestFirst(similar).slice(0, MAX_SIMILAR),
        archive: uk.archive,
      }
    },
  )
}

async function readExactly(explorer: ExplorerName, registration: string, sources: SalesSources) {
  const { data, error, status } = await latestSales(sources.client, explorer)
    .eq('plate_number', registration)
    .limit(MAX_SALES)
  return latestFirst(toSales(requireRows(data, error, status), sources.logError))
}

async function readKind(category: string, type: string, registration: string, sources: SalesSources) {
  const { data, error, status } = await latestSales(sources.client, 'uk')
    .eq('category', category)
    .eq('type', type)
    .neq('plate_number', registration)
    .limit(MAX_SIMILAR)
  return latestFirst(toSales(requireRows(data, error, status), sources.logError))
}

function latestFirst(sales: readonly DocumentedSale[]): DocumentedSale[] {
  const date = ({ saleYear, saleMonth }: DocumentedSale) => saleYear * 100 + (saleMonth ?? 0)
  return [...sales].sort((one, other) => date(other) - date(one))
}
