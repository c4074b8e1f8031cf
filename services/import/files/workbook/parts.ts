/** The parts of a workbook that its sheets refer to: the list of sheets, shared texts and which styles are dates. */
import { posix } from 'node:path'
import { UserError } from '#services/user-error.ts'
import { type Archive, damaged } from './archive.ts'
import { prefixed, readXml } from './xml.ts'

const MAX_SHARED_TEXT = 64_000_000

export interface Workbook {
  /** The visible worksheets, in order. */
  sheets: { name: string; part: string }[]
  /** Days count from 1904 instead of 1900. */
  is1904: boolean
  sharedTexts: string[]
  /** Whether a number of this style is a date. */
  dateStyles: boolean[]
}

/** @throws UserError if the archive is not a workbook or is damaged */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has('_rels/.rels')) throw notAWorkbook()
  const main = (await relationships(archive, '')).find(({ type }) => type.endsWith('/officeDocument'))
  if (!main || !archive.has(main.part) || main.part.endsWith('.bin')) throw notAWorkbook()
  const related = await relationships(archive, main.part)
  const partOf = (kind: string) => related.find(({ type }) => type.endsWith(`/${kind}`))?.part
  const sheets: Workbook['sheets'] = []
  let is1904 = false
  let isWorkbook = false
  await readXml(archive.read(main.part), main.part, {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = prefixed(attributes, 'id')
      const sheet = related.find((entry) => entry.id === id && entry.type.endsWith('/worksheet'))
      if (sheet) sheets.push({ name: attributes.name ?? '', part: sheet.part })
    },
  })
  if (!isWorkbook) throw notAWorkbook()
  return {
    sheets,
    is1904,
    sharedTexts: await readSharedTexts(archive, partOf('sharedStrings')),
    dateStyles: await readDateStyles(archive, partOf('styles')),
  }
}

const notAWorkbook = () =>
  new UserError(
    'This is a ZIP file or a workbook of another kind, not an Excel workbook (.xlsx): save it as .xlsx, or its sheet as “CSV UTF-8”, and import that.',
  )

interface Relationship {
  id: string
  /** An address that ends with the kind: '…/worksheet'. */
  type: string
  part: string
}

/** @param part '' means the archive itself */
async function relationships(archive: Archive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part)
  const rels = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const found: Relationship[] = []
  if (!archive.has(rels)) return found
  await readXml(archive.read(rels), rels, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const path = Target.startsWith('/') ? posix.normalize(Target) : posix.join('/', folder, Target)
      found.push({ id: Id, type: Type, part: path.slice(1) })
    },
  })
  return found
}

export const isTrue = (value: string | undefined) => value === '1' || value === 'true'

async function readSharedTexts(archive: Archive, part: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (part === undefined) return texts
  let text = ''
  let total = 0
  let isPhonetic = false
  await readXml(archive.read(part), part, {
    open(name) {
      if (name === 'si') text = ''
      // A phonetic guide repeats the text in another script.
      if (name === 'rPh') isPhonetic = true
    },
    close(name, content) {
      if (name === 'rPh') isPhonetic = false
      if (name === 't' && !isPhonetic) text += content
      if (name !== 'si') return
      total += text.length
      if (total > MAX_SHARED_TEXT) throw damaged('its text has more than 64 million characters')
      texts.push(text)
    },
  })
  return texts
}

/** The ids of Excel's own date and time formats. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

async function readDateStyles(archive: Archive, part: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = []
  if (part === undefined) return styles
  const custom = new Map<number, boolean>()
  let isCellFormats = false
  await readXml(archive.read(part), part, {
    open(name, attributes) {
      if (name === 'numFmt')
        custom.set(Number(attributes.numFmtId), isDateFormat(attributes.formatCode ?? ''))
      if (name === 'cellXfs') isCellFormats = true
      if (name === 'xf' && isCellFormats) {
        const id = Number(attributes.numFmtId ?? 0)
        styles.push(custom.get(id) ?? isBuiltInDate(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellFormats = false
    },
  })
  return styles
}

/** 'dd/mm/yyyy' and '[h]:mm' are; '#,##0.00', '[Red]0' and '"days" 0' are not. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi, '')
  return /[dmyhs]/i.test(bare)
}
