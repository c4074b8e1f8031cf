import { csvLine } from '../../shared/csv-cell.ts'
import type { DocumentedSale } from './sale.ts'
import { SALES_COLUMNS } from './sales-columns.ts'

export interface SalesFile {
  title: string
  address: string
  licence: string
  citation: string
  count: number
}

export type FileKind = 'csv' | 'json'

type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>

export async function* writeFile(
  kind: FileKind,
  file: SalesFile,
  pieces: Pieces<readonly DocumentedSale[]>,
): AsyncGenerator<string> {
  yield* kind === 'csv' ? writeCsv(pieces) : writeJson(file, pieces)
}

/** RFC 4180, after a byte order mark, without which Excel reads £ as two letters. */
async function* writeCsv(pieces: Pieces<readonly DocumentedSale[]>) {
  yield `\ufeff${csvLine(SALES_COLUMNS.map(({ name }) => name))}`
  for await (const sales of pieces)
    yield sales.map((sale) => csvLine(SALES_COLUMNS.map(({ value }) => value(sale)))).join('')
}

async function* writeJson(
  { title, address, licence, citation, count }: SalesFile,
  pieces: Pieces<readonly DocumentedSale[]>,
) {
  const head = JSON.stringify({ title, source: address, licence, citation, totalRecords: count })
  yield `${head.slice(0, -1)},"data":[`
  let isFirst = true
  for await (const sales of pieces) {
    const rows = sales.map((sale) =>
      JSON.stringify(Object.fromEntries(SALES_COLUMNS.map(({ name, value }) => [name, value(sale)]))),
    )
    if (rows.length > 0) yield `${isFirst ? '\n' : ',\n'}${rows.join(',\n')}`
    isFirst &&= rows.length === 0
  }
  yield '\n]}\n'
}
