/** The recorded sales of one registration with their sources, and sales of others of its shape. */

import { classify } from '../../../shared/registration/registration.ts'
import type { ExplorerName } from '../explorer/explorer-view.ts'
import type { DocumentedSale } from '../sale.ts'
import {
  readArchived,
  rowsOf,
  type SalesSources,
  TABLES,
  toSales,
  withArchiveFallback,
} from './sale-records.ts'

export interface RegistrationSales {
  uk: DocumentedSale[]
  jersey: DocumentedSale[]
  /** Latest first. */
  similar: DocumentedSale[]
  archive: { exportedAt: string | null } | null
}

const LONGEST_REGISTRATION = 32
const MOST_SALES = 50
const MOST_SIMILAR = 6

const NONE: RegistrationSales = { uk: [], jersey: [], similar: [], archive: null }

/** Never throws; none where nothing is recorded, or nothing can be read. */
export async function readSalesOf(registration: string, sources: SalesSources): Promise<RegistrationSales> {
  if (registration.length > LONGEST_REGISTRATION || registration.includes('\0')) return NONE
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
        similar: latestFirst(similar).slice(0, MOST_SIMILAR),
        archive: uk.archive,
      }
    },
  )
}

async function readExactly(explorer: ExplorerName, registration: string, sources: SalesSources) {
  const { data, error, status } = await latest(sources, explorer)
    .eq('plate_number', registration)
    .limit(MOST_SALES)
  return latestFirst(toSales(rowsOf(data, error, status), sources.report))
}

async function readKind(category: string, type: string, registration: string, sources: SalesSources) {
  const { data, error, status } = await latest(sources, 'uk')
    .eq('category', category)
    .eq('type', type)
    .neq('plate_number', registration)
    .limit(MOST_SIMILAR)
  return latestFirst(toSales(rowsOf(data, error, status), sources.report))
}

function latest({ client }: SalesSources, explorer: ExplorerName) {
  return client
    .from(TABLES[explorer])
    .select('*')
    .order('sale_year', { ascending: false, nullsFirst: false })
    .order('sale_month', { ascending: false, nullsFirst: false })
    .order('id')
}

function latestFirst(sales: readonly DocumentedSale[]): DocumentedSale[] {
  const date = ({ saleYear, saleMonth }: DocumentedSale) => saleYear * 100 + (saleMonth ?? 0)
  return [...sales].sort((one, other) => date(other) - date(one))
}
