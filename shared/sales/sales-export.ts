import { csvLine } from '../text/csv-cell.ts'
import type { SaleRecord } from './sale.ts'
import { SALES_COLUMNS } from './sales-columns.ts'

export interface SalesFile {
  title: string
  address: string
  licence: string
  citation: string
  count: number
  /** Adds the column `match` if the search has look-alikes among its results. */
  hasMatches?: boolean
}

export type Match = 'exact' | 'reads_alike'
export type ExportedSale = SaleRecord & { match?: Match }

const MATCH = { name: 'match', value: ({ match }: ExportedSale) => match ?? 'exact' }
const columnsOf = ({ hasMatches }: SalesFile) => (hasMatches ? [...SALES_COLUMNS, MATCH] : SALES_COLUMNS)

export type FileKind = 'csv' | 'json'

type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>

export async function* writeFile(
  kind: FileKind,
  file: SalesFile,
  pieces: Pieces<readonly ExportedSale[]>,
): AsyncGenerator<string> {
  yield* kind === 'csv' ? writeCsv(file, pieces) : writeJson(file, pieces)
}

/** RFC 4180 with a byte order mark, because Excel would otherwise misread the £ sign. */
async function* writeCsv(file: SalesFile, pieces: Pieces<readonly ExportedSale[]>) {
  const columns = columnsOf(file)
  yield `\ufeff${csvLine(columns.map(({ name }) => name))}`
  for await (const sales of pieces)
    yield sales.map((sale) => csvLine(columns.map(({ value }) => value(sale)))).join('')
}

async function* writeJson(file: SalesFile, pieces: Pieces<readonly ExportedSale[]>) {
  const { title, address, licence, citation, count } = file
  const columns = columnsOf(file)
  const head = JSON.stringify({ title, source: address, licence, citation, totalRecords: count })
  yield `${head.slice(0, -1)},"data":[`
  let isFirst = true
  for await (const sales of pieces) {
    const rows = sales.map((sale) =>
      JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, value(sale)]))),
    )
    if (rows.length > 0) yield `${isFirst ? '\n' : ',\n'}${rows.join(',\n')}`
    isFirst &&= rows.length === 0
  }
  yield '\n]}\n'
}
