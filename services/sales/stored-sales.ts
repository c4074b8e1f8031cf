/** The recorded sales as the dealer changes them, by their columns. */
import { sql } from 'kysely'
import { readPages } from '#data/read-pages.ts'
import { inParts, readStored } from '#data/stored-rows.ts'
import type { Reader, Tables } from '#data/tables.ts'
import type { Row, TableSpec } from '#shared/cells/table-specs.ts'
import { EXPLORER_LIST, type ExplorerName } from '#shared/sales/explorers.ts'
import { historyOf, toKeptChange } from '../changes/kept-changes.ts'
import { OWN_COLUMNS } from '../changes/write-changes.ts'
import { isUuid } from '../uuid.ts'
import { type RecordedSaleChange, type StoredSale, specOf } from './sale-types.ts'

export const saleHistory = historyOf(
  'saleChanges',
  'saleId',
  (row): RecordedSaleChange => ({
    ...toKeptChange(row, (json) => json as Row),
    explorer: row.explorer,
    saleId: row.saleId,
  }),
)

/** All that is stored of a sale. Its table computes more. */
export const saleColumns = ({ columns }: TableSpec): string[] => [...columns, ...OWN_COLUMNS]

/** Kysely is told of one table: those of other explorers have the same columns, or some of them. */
const salesIn = (reader: Reader, table: TableSpec) =>
  reader.selectFrom(table.name as 'sales').select(saleColumns(table) as (keyof Tables['sales'])[])

type Sales = ReturnType<typeof salesIn>

const readSales = (reader: Reader, sales: Sales): Promise<StoredSale[]> => readStored(reader, sales)

export async function findSaleById(
  reader: Reader,
  explorer: ExplorerName,
  id: string,
): Promise<StoredSale | null> {
  const [sale] = await readSales(reader, salesIn(reader, specOf(explorer)).where('id', '=', id))
  return sale ?? null
}

/** Finds a sale in any explorer: ids are unique across them. */
export async function findSaleAnywhere(
  reader: Reader,
  id: string,
): Promise<{ explorer: ExplorerName; sale: StoredSale } | null> {
  if (!isUuid(id)) return null
  for (const { name } of EXPLORER_LIST) {
    const sale = await findSaleById(reader, name, id)
    if (sale) return { explorer: name, sale }
  }
  return null
}

/** The sales that still exist, by id. */
export async function readSalesById(
  reader: Reader,
  explorer: ExplorerName,
  ids: readonly string[],
): Promise<Map<string, StoredSale>> {
  const found = new Map<string, StoredSale>()
  for (const part of inParts(ids)) {
    const sales = salesIn(reader, specOf(explorer)).where('id', 'in', part)
    for (const sale of await readSales(reader, sales)) found.set(sale.id, sale)
  }
  return found
}

/** The sales of a table that match, by id. */
export const readStoredSales = (
  reader: Reader,
  table: TableSpec,
  matching: (sales: Sales) => Sales,
): AsyncGenerator<StoredSale, void> =>
  readPages((after, limit) => {
    const sales = matching(salesIn(reader, table))
    return readSales(reader, sales.where('id', '>', after).orderBy('id').limit(limit))
  })

/** Changes when a sale of the table does. */
export async function readSalesVersion(reader: Reader, { name }: TableSpec): Promise<string> {
  const { count, changedAt } = await reader
    .selectFrom(name as 'sales')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updatedAt').as('changedAt')])
    .executeTakeFirstOrThrow()
  return `${count} ${changedAt}`
}

/** The sales of each registration. */
export async function readSalesOf(
  reader: Reader,
  table: TableSpec,
  registrations: readonly string[],
): Promise<Map<string, StoredSale[]>> {
  const found = new Map<string, StoredSale[]>()
  for (const part of inParts([...new Set(registrations)]))
    for await (const sale of readStoredSales(reader, table, (sales) =>
      sales.where('plateNumber', 'in', part),
    ))
      found.set(sale.plate_number, [...(found.get(sale.plate_number) ?? []), sale])
  return found
}

const MAX_SALES = 200

/** At most 200 sales. */
export const listSalesOf = (
  reader: Reader,
  explorer: ExplorerName,
  registration: string,
): Promise<StoredSale[]> => {
  const sales = salesIn(reader, specOf(explorer)).where('plateNumber', '=', registration)
  return readSales(reader, sales.orderBy('id').limit(MAX_SALES))
}

/** The sale with the same registration, date, seller and prices. */
export async function findSaleByKey(
  reader: Reader,
  explorer: ExplorerName,
  sale: Row,
): Promise<StoredSale | null> {
  let sales = salesIn(reader, specOf(explorer))
  for (const column of specOf(explorer).key) {
    const value = sale[column] ?? null
    sales = sales.where(sql.ref(column), value === null ? 'is' : '=', value)
  }
  const [known] = await readSales(reader, sales.limit(1))
  return known ?? null
}

/** The first sale that a batch changed; null if there is none or it is no longer kept. */
export async function findBatchSale(reader: Reader, batch: string): Promise<string | null> {
  if (!isUuid(batch)) return null
  const changes = reader.selectFrom('saleChanges').select('saleId').where('batch', '=', batch)
  return (await changes.orderBy('id').limit(1).executeTakeFirst())?.saleId ?? null
}
