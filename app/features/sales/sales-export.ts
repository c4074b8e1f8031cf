import { csvLine } from '../../shared/csv-cell.ts'
import { type DocumentedSale, shortSaleDate } from './sale.ts'

export interface SalesFile {
  title: string
  address: string
  licence: string
  citation: string
  count: number
  /** Adds the column `match`: where a search finds sales that read as it does as well. */
  hasMatches?: boolean
}

export type Match = 'exact' | 'reads_alike'
export type ExportedSale = DocumentedSale & { match?: Match }

type Column = [name: string, value: (sale: ExportedSale) => string | number | null]

const COLUMNS: Column[] = [
  ['plate_number', ({ registration }) => registration],
  ['hammer_price', ({ hammerPriceGbp }) => hammerPriceGbp],
  ['total_price', ({ totalPriceGbp }) => totalPriceGbp],
  ['price_basis', ({ priceBasis }) => priceBasis],
  ['selection', ({ selection }) => selection],
  ['sale_date', (sale) => shortSaleDate(sale)],
  ['sale_year', ({ saleYear }) => saleYear],
  ['sale_month', ({ saleMonth }) => saleMonth],
  ['where_sold', ({ whereSold }) => whereSold],
  ['category', ({ category }) => category],
  ['type', ({ type }) => type],
  ['source_url', ({ sourceUrl }) => sourceUrl],
]

const MATCH: Column = ['match', ({ match }) => match ?? 'exact']
const columnsOf = ({ hasMatches }: SalesFile) => (hasMatches ? [...COLUMNS, MATCH] : COLUMNS)

export type FileKind = 'csv' | 'json'

type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>

export async function* writeFile(
  kind: FileKind,
  file: SalesFile,
  pieces: Pieces<readonly ExportedSale[]>,
): AsyncGenerator<string> {
  yield* kind === 'csv' ? writeCsv(file, pieces) : writeJson(file, pieces)
}

/** RFC 4180, after a line with citation and licence. */
async function* writeCsv(file: SalesFile, pieces: Pieces<readonly ExportedSale[]>) {
  const { licence, citation } = file
  const columns = columnsOf(file)
  yield csvLine([`# ${citation}. ${licence}`]) + csvLine(columns.map(([name]) => name))
  for await (const sales of pieces)
    yield sales.map((sale) => csvLine(columns.map(([, value]) => value(sale)))).join('')
}

async function* writeJson(file: SalesFile, pieces: Pieces<readonly ExportedSale[]>) {
  const { title, address, licence, citation, count } = file
  const columns = columnsOf(file)
  const head = JSON.stringify({ title, source: address, licence, citation, totalRecords: count })
  yield `${head.slice(0, -1)},"data":[`
  let isFirst = true
  for await (const sales of pieces) {
    const rows = sales.map((sale) =>
      JSON.stringify(Object.fromEntries(columns.map(([name, value]) => [name, value(sale)]))),
    )
    if (rows.length > 0) yield `${isFirst ? '\n' : ',\n'}${rows.join(',\n')}`
    isFirst &&= rows.length === 0
  }
  yield '\n]}\n'
}
