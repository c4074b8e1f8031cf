import { CsvError, parse } from 'csv-parse/sync'
import type { Element, ElementContent } from 'hast'
import { z } from 'zod'
import { formatGbp } from '#shared/text/money.ts'
import type { ReportProblem } from './errors.ts'
import { parseYaml } from './front-matter.ts'
import { element, inlinePlate } from './inline-plate.ts'

/** A missing value: specification, 10. Sales. */
const UNKNOWN = '-'

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const pounds = z.union([z.literal('').transform(() => null), wholeNumber])
const address = z.url({ protocol: /^https?$/, error: 'must be the address of its source' })

export const lotSchema = z.object({
  plate_number: z.string().min(1, 'must not be blank'),
  guide_low: pounds,
  guide_high: pounds,
  hammer_price: pounds,
  source_url: address,
})

export const codeSchema = z
  .object({
    code_from: wholeNumber,
    code_to: wholeNumber,
    country_or_organisation: z.string().min(1, 'must not be blank'),
    kind: z.string().min(1, 'must not be blank'),
    short_reference: z.string(),
    flag_plate: z.string(),
    notes: z.string(),
    source_url: address,
  })
  .refine((row) => !(row.code_from > row.code_to), {
    path: ['code_to'],
    message: 'is below code_from',
    when: () => true, // also where another cell of the row is wrong
  })

type Lot = z.output<typeof lotSchema>
type Code = z.output<typeof codeSchema>

export interface Table {
  caption: string
  rows: number
  hast: Element
}

export interface Columns<Row> {
  caption: string
  className?: string
  columns: {
    head: string
    isNumber?: boolean
    isHead?: boolean
    wraps?: boolean
    cell: (row: Row) => ElementContent[]
  }[]
}

interface TableSpec<Row> extends Columns<Row> {
  file: string
  schema: z.ZodType<Row>
  filter?: (row: Row) => boolean
}

const lots: TableSpec<Lot> = {
  file: 'original-auction.csv',
  schema: lotSchema,
  caption: 'Documented lots of the first auction, December 1989',
  className: 'table-lots',
  columns: [
    { head: 'Number plate', isHead: true, cell: (row) => plateCell(row.plate_number) },
    { head: 'Auction guide price range', isNumber: true, cell: (row) => textNodes(guideRange(row)) },
    { head: 'Hammer price', isNumber: true, cell: (row) => textNodes(price(row.hammer_price)) },
  ],
}

const codes: TableSpec<Code> = {
  file: 'diplomatic-codes.csv',
  schema: codeSchema,
  caption: 'Diplomatic codes, with country or organisation',
  className: 'table-codes',
  columns: [
    { head: 'Prefix', isHead: true, cell: (row) => textNodes(codeRange(row)) },
    { head: 'Country or organisation', cell: (row) => textNodes(withReference(row)) },
    { head: 'Diplomatic flag plate', cell: (row) => plateCell(row.flag_plate) },
    { head: 'Notes', cell: (row) => textNodes(row.notes) },
  ],
}

const organisations: TableSpec<Code> = {
  file: 'diplomatic-codes.csv',
  schema: codeSchema,
  filter: (row) => row.kind === 'international organisation',
  caption: 'Codes of international organisations',
  className: 'table-organisations',
  columns: [
    { head: 'Code', isHead: true, cell: (row) => textNodes(codeRange(row)) },
    { head: 'Organisation', cell: (row) => textNodes(row.country_or_organisation) },
    { head: 'Short reference', cell: (row) => textNodes(row.short_reference) },
  ],
}

/** Tables of figures that no longer change, cell by cell, as they are printed; content/dvla-2025.test.ts computes them again. */
const WRITTEN = 'dvla-2025.json'

const writtenSchema = z.record(
  z.string(),
  z.strictObject({
    caption: z.string(),
    columns: z.array(
      z.strictObject({
        head: z.string(),
        isNumber: z.boolean().optional(),
        isHead: z.boolean().optional(),
        wraps: z.boolean().optional(),
        /** Registrations, separated by commas. */
        isPlate: z.boolean().optional(),
      }),
    ),
    rows: z.array(z.array(z.string())),
  }),
)

function writtenTables(source: string | null, report: ReportProblem): [string, Table][] {
  if (source === null) return []
  const { value } = parseYaml(source, writtenSchema, report)
  return Object.entries(value ?? {}).map(([name, { caption, columns, rows }]) => {
    const cells = columns.map(({ isPlate, ...column }, index) => ({
      ...column,
      cell: (row: string[]) => (isPlate ? platesCell : textNodes)(row[index] ?? ''),
    }))
    return [name, tableOf(rows, { caption, columns: cells })]
  })
}

/** With a space after each, so that they wrap. */
const platesCell = (registrations: string): ElementContent[] =>
  registrations.split(', ').flatMap((registration) => [...plateCell(registration), ...textNodes(' ')])

/** A table whose file has problems is null. @param read returns null if there is no file */
export function readTables(
  read: (file: string) => string | null,
  reporterFor: (file: string) => ReportProblem,
): Map<string, Table | null> {
  const tables = new Map<string, Table | null>()
  const add = <Row>(name: string, kind: TableSpec<Row>) => {
    const source = read(kind.file)
    if (source === null) return
    const rows = parseRows(source, kind.schema, reporterFor(kind.file))
    if (!rows) return void tables.set(name, null)
    tables.set(name, tableOf(kind.filter ? rows.filter(kind.filter) : rows, kind))
  }
  for (const [name, table] of writtenTables(read(WRITTEN), reporterFor(WRITTEN))) tables.set(name, table)
  add('original-auction', lots)
  add('diplomatic-codes', codes)
  add('diplomatic-organisations', organisations)
  return tables
}

export function parseRows<Row>(source: string, schema: z.ZodType<Row>, report: ReportProblem): Row[] | null {
  let isValid = true
  const problem: ReportProblem = (line, message) => {
    isValid = false
    report(line, message)
  }
  const rows: Row[] = []
  try {
    parse(source, {
      bom: true,
      columns: true,
      skip_records_with_error: true,
      on_skip: (error) => void problem(Number(error?.lines), error?.message ?? 'is not a valid row'),
      on_record(record, { lines }) {
        const result = schema.safeParse(record)
        for (const issue of result.error?.issues ?? [])
          problem(lines, `${issue.path.join('.')}: ${issue.message}`)
        if (result.success) rows.push(result.data)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    problem(Number(error.lines), error.message)
  }
  return isValid ? rows : null
}

/** ARIA roles are explicit, because the narrow-screen layout's `display` would remove the implicit ones. */
export function tableOf<Row>(rows: readonly Row[], { caption, className, columns }: Columns<Row>): Table {
  const align = (isNumber?: boolean) => (isNumber ? { className: ['number'] } : {})
  const head = columns.map(({ head, isNumber }) =>
    element('th', { role: 'columnheader', scope: 'col', ...align(isNumber) }, textNodes(head)),
  )
  const body = rows.map((row) =>
    element(
      'tr',
      { role: 'row' },
      columns.map(({ cell, isNumber, isHead, wraps }) => {
        if (!isHead) return element('td', { role: 'cell', ...align(isNumber) }, cell(row))
        const wrapping = wraps && { className: ['row-head'] }
        return element('th', { role: 'rowheader', scope: 'row', ...wrapping }, cell(row))
      }),
    ),
  )
  const hast = element('table', { role: 'table', ...(className && { className: [className] }) }, [
    element('caption', {}, textNodes(caption)),
    element('thead', { role: 'rowgroup' }, [element('tr', { role: 'row' }, head)]),
    element('tbody', { role: 'rowgroup' }, body),
  ])
  return { caption, rows: rows.length, hast }
}

export const textNodes = (value: string): ElementContent[] => (value ? [{ type: 'text', value }] : [])

function plateCell(registration: string): ElementContent[] {
  const drawn = registration && inlinePlate(registration)
  return drawn ? [drawn] : textNodes(registration)
}

const price = (amountGbp: number | null) => (amountGbp === null ? UNKNOWN : formatGbp(amountGbp))

function guideRange({ guide_low: low, guide_high: high }: Lot): string {
  if (low === null || high === null || low === high) return price(low ?? high)
  return `${price(low)} to ${price(high)}`
}

const codeRange = ({ code_from: from, code_to: to }: Code) => (from === to ? `${from}` : `${from}–${to}`)

const withReference = ({ country_or_organisation: name, short_reference: reference }: Code) =>
  reference ? `${name} (${reference})` : name
