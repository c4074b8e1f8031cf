/** Creates .xlsx workbooks for tests, valid and invalid ones. */
import { crc32, deflateRawSync } from 'node:zlib'

export type TestCell =
  | string
  | number
  | null
  | { formula: string; value?: string | number }
  | { error: string }
  | { boolean: boolean }
  | { inline: string }
  /** A number formatted as a date. */
  | { date: number }

export interface TestSheet {
  name: string
  rows: readonly (readonly TestCell[])[]
  merged?: readonly string[]
  state?: 'hidden' | 'veryHidden'
  /** The rows that a filter hides, from 1. */
  hidden?: readonly number[]
  /** From 1. */
  hiddenColumns?: readonly number[]
}

export type Parts = Record<string, string | Buffer>

export const makeWorkbook = (
  sheets: readonly TestSheet[],
  change: (parts: Parts) => Parts = (parts) => parts,
) => makeZip(change(makeParts(sheets)))

export const oneSheet = (rows: TestSheet['rows'], merged: readonly string[] = []) =>
  makeWorkbook([{ name: 'Results', rows, merged }])

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

function makeParts(sheets: readonly TestSheet[]): Parts {
  const texts: string[] = []
  const indices = new Map<string, number>()
  const share = (text: string) => {
    const known = indices.get(text)
    if (known !== undefined) return known
    indices.set(text, texts.length)
    return texts.push(text) - 1
  }
  const bodies = sheets.map((sheet) => sheetXml(sheet, share))
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`
  const relationships = (entries: string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships([relationship('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><workbookPr/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, index) =>
        relationship(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
      ),
      relationship('rIdS', 'sharedStrings', 'sharedStrings.xml'),
      relationship('rIdT', 'styles', '/xl/styles.xml'),
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="&quot;£&quot;#,##0"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(bodies.map((body, index) => [`xl/worksheets/sheet${index + 1}.xml`, body])),
  }
}

function sheetXml(
  { rows, merged = [], hidden = [], hiddenColumns = [] }: TestSheet,
  share: (text: string) => number,
): string {
  const columns = hiddenColumns.map((column) => `<col min="${column}" max="${column}" hidden="1"/>`)
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
  const body = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`, share))
    return `<row r="${at + 1}"${hidden.includes(at + 1) ? ' hidden="1"' : ''}>${cells.join('')}</row>`
  })
  const merges =
    merged.length === 0
      ? ''
      : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${MAIN}">${cols}<sheetData>${body.join('')}</sheetData>${merges}</worksheet>`
}

function cellXml(cell: TestCell, name: string, share: (text: string) => number): string {
  if (cell === null) return `<c r="${name}"/>`
  if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${name}" t="s"><v>${share(cell)}</v></c>`
  if ('error' in cell) return `<c r="${name}" t="e"><v>${cell.error}</v></c>`
  if ('boolean' in cell) return `<c r="${name}" t="b"><v>${Number(cell.boolean)}</v></c>`
  if ('inline' in cell) return `<c r="${name}" t="inlineStr"><is><t>${escapeXml(cell.inline)}</t></is></c>`
  if ('date' in cell) return `<c r="${name}" s="1"><v>${cell.date}</v></c>`
  const value = cell.value === undefined ? '' : `<v>${escapeXml(String(cell.value))}</v>`
  const type = typeof cell.value === 'string' ? ' t="str"' : ''
  return `<c r="${name}"${type}><f>${escapeXml(cell.formula)}</f>${value}</c>`
}

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** @param declare the uncompressed size in the archive's directory */
export function makeZip(
  parts: Parts,
  {
    declare = (_, size) => size,
    flags = 0,
  }: { declare?: (name: string, size: number) => number; flags?: number } = {},
): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(declare(name, bytes.length), 18)
    header.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('504b0304', 'hex'), header, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), header, place, Buffer.from(name)]))
    local.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('504b0506', 0, 'hex')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
