// CommonMark, GitHub's tables and footnotes, and the markers of docs/content.md. HTML is refused: it could be script.
import type { Element, Nodes as HastNodes, Root as HastRoot } from 'hast'
import type { Root, RootContent } from 'mdast'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { pictureFilePath } from '#shared/articles/picture-address.ts'
import type { ReportProblem } from './errors.ts'
import type { Facts } from './front-matter.ts'
import { element, inlinePlate } from './inline-plate.ts'
import { registrationIn } from './links.ts'
import type { Table } from './tables.ts'

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm)
const bodyParser = unified().use(remarkParse).use(remarkGfm)
const toHast = unified()
  .use(remarkRehype, { footnoteLabel: 'Notes', footnoteLabelProperties: {}, footnoteBackContent: '↑' })
  .use(rehypeSlug)
const toHtml = unified().use(rehypeStringify)

/** In CSS pixels. */
const MAX_PORTRAIT_HEIGHT = 800
const SMALL_WIDTH = 800
const SAFE_ADDRESS = /^(https?:\/\/|mailto:|[/#])/

/** Ids of the page around an article. */
const RESERVED_IDS = new Set(['content', 'contents', 'sources', 'related', 'site-links'])

export interface QuotableFacts {
  facts: Facts
  /** Whether the fact may be in a file with problems; then its absence is not reported again. */
  isInvalidFact: (name: string) => boolean
  tables: Map<string, Table | null>
  hasPicture: (path: string) => boolean
  /** A picture of the desk, by its id; those that ship with the code are files under public/. */
  pictureSize?: (id: string) => { width: number; height: number } | undefined
}

export interface Compiled {
  html: string
  text: string
  words: number
  contents: { id: string; title: string }[]
  ids: Set<string>
  links: { url: string; line: number | undefined }[]
  facts: Set<string>
  /** Of our own plates that it links to or offers; each has an element with `data-plate` or `data-offer` for its state. */
  plates: string[]
}

export function parseMarkdown(source: string): { tree: Root; frontMatter: string | null } {
  const tree = parser.parse(source)
  const first = tree.children[0]
  return { tree, frontMatter: first?.type === 'yaml' ? first.value : null }
}

/** A text without front matter, as an article of the desk has it: lines of --- are rules. */
export const parseBody = (source: string): Root => bodyParser.parse(source)

export function quote(
  text: string,
  { facts, isInvalidFact, tables }: QuotableFacts,
  used: Set<string>,
  report: (message: string, kind?: 'quotation') => void,
): string {
  return text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => {
    const table = /^count:(.*)$/.exec(name)?.[1]
    if (table !== undefined) {
      const rows = tables.get(table)?.rows
      if (!tables.has(table)) report(`there is no table "${table}"`, 'quotation')
      return rows === undefined ? whole : String(rows)
    }
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (fact) used.add(name)
    else if (name.startsWith('table:')) report('a table must be alone in its paragraph', 'quotation')
    else if (name.startsWith('plate:')) report('a plate with its price must be alone in its paragraph')
    else if (!isInvalidFact(name)) report(`there is no fact "${name}"`, 'quotation')
    return fact?.value ?? whole
  })
}

export function compileMarkdown(tree: Root, quotables: QuotableFacts, report: ReportProblem): Compiled {
  const facts = new Set<string>()
  const links: Compiled['links'] = []
  const plates = new Set<string>()
  let depth = 1

  visit(tree, (node, index, parent) => {
    const line = node.position?.start.line
    switch (node.type) {
      case 'html':
        if (!/^<!--[\s\S]*-->$/.test(node.value)) report(line, 'HTML is not allowed: write it as Markdown')
        break
      case 'heading':
        if (node.depth === 1) report(line, 'the title is the only level 1 heading: begin with ##')
        else if (node.depth > depth + 1)
          report(line, `a level ${node.depth} heading follows one of level ${depth}`)
        depth = node.depth
        break
      case 'paragraph': {
        const only = node.children.length === 1 ? node.children[0] : undefined
        const [, marker, name = ''] =
          (only?.type === 'text' && /^\{\{\s*(table|plate):\s*([^{}]*?)\s*\}\}$/.exec(only.value.trim())) ||
          []
        if (!marker || !parent || index === undefined) break
        const made = marker === 'plate' ? offerOf(name) : quotables.tables.get(name)?.hast
        if (marker === 'plate' && made) links.push({ url: platePath(name), line })
        else if (marker === 'plate') report(line, `no plate can be drawn of "${name}"`)
        else if (!quotables.tables.has(name)) report(line, `there is no table "${name}"`, 'quotation')
        parent.children[index] = { type: 'paragraph', children: [], data: asElement(made) } as RootContent
        return 'skip'
      }
      case 'text':
        node.value = quote(node.value, quotables, facts, (message, kind) => report(line, message, kind))
        break
      case 'inlineCode': {
        const registration = /^plate:\s*(.*)$/.exec(node.value)?.[1]
        if (registration === undefined) break
        const chip = inlinePlate(registration)
        if (!chip) report(line, `no plate can be drawn of "${registration}"`)
        node.data = asElement(chip ?? undefined)
        break
      }
      case 'image': {
        const id = deskPictureIn(node.url)
        if (id && quotables.pictureSize) {
          if (!node.alt?.trim()) report(line, 'this picture needs alternative text: say what it shows')
          if (!quotables.pictureSize(id)) report(line, 'this picture has been removed: choose another')
          break
        }
        if (!node.alt?.trim()) report(line, `the picture ${node.url} needs alternative text`)
        if (!node.url.startsWith('/') || !quotables.hasPicture(node.url))
          report(
            line,
            `the picture ${node.url} does not exist: give its path under public/, beginning with /`,
          )
        break
      }
      case 'link':
      case 'definition':
        if (/^(https?:\/\/|mailto:)/.test(node.url)) break
        links.push({ url: node.url, line })
        break
    }
  })

  const hast = toHast.runSync(tree) as HastRoot
  const contents: Compiled['contents'] = []
  const ids = new Set<string>()
  const frames: (() => void)[] = []
  const states: (() => void)[] = []
  let heading = ''
  visit(hast, 'element', (node, index, parent) => {
    const { id } = node.properties
    if (typeof id === 'string') {
      if (RESERVED_IDS.has(id))
        report(node.position?.start.line, `the page itself uses the id "${id}": reword the heading`)
      ids.add(id)
    }
    if (/^h[2-6]$/.test(node.tagName)) heading = plainText(node)
    if (node.tagName === 'h2' && typeof id === 'string') contents.push({ id, title: plainText(node) })
    if (node.tagName === 'th' && plainText(node) === '') node.tagName = 'td'
    if (node.tagName === 'th') node.properties.scope ??= 'col'
    if (node.properties.align === 'right') node.properties.className = ['number']
    delete node.properties.align
    if (node.tagName === 'img') sizePicture(node, quotables)
    // It is reported, but a preview shows the text all the same.
    if (node.tagName === 'a' && !SAFE_ADDRESS.test(String(node.properties.href))) delete node.properties.href
    if (!parent || index === undefined) return
    const { dataOffer: offer } = node.properties
    if (typeof offer === 'string') plates.add(offer)
    const plate = node.tagName === 'a' && plateIn(node.properties.href)
    if (plate && !isOffer(parent)) {
      plates.add(plate)
      states.push(() => {
        parent.children.splice(parent.children.indexOf(node) + 1, 0, element('span', { dataPlate: plate }))
      })
    }
    if (node.tagName !== 'table') return
    if (hasRowHeaders(node)) makeRowHeaders(node)
    const label = captionOf(node) ?? heading
    frames.push(() => {
      parent.children[index] = frame(node, label)
    })
  })
  for (const addFrame of frames) addFrame()
  for (const addState of states) addState()

  const text = plainText(hast, (node) => /^(table|h[1-6]|section)$/.test(node.tagName))
  return {
    html: toHtml.stringify(hast),
    text,
    words: plainText(hast, (node) => node.tagName === 'table')
      .split(/\s+/)
      .filter(Boolean).length,
    contents,
    ids,
    links,
    facts,
    plates: [...plates],
  }
}

const platePath = (registration: string) => `/plate/${encodeURIComponent(registration)}`

/** A plate of ours, drawn and linked, with a place for its price. */
function offerOf(registration: string): Element | undefined {
  const chip = inlinePlate(registration)
  if (!chip) return undefined
  return element('p', { className: ['plate-offer'] }, [
    element('a', { href: platePath(registration) }, [chip]),
    element('span', { dataOffer: registration }),
  ])
}

const isOffer = (parent: HastNodes): boolean =>
  parent.type === 'element' &&
  Array.isArray(parent.properties.className) &&
  parent.properties.className[0] === 'plate-offer'

function plateIn(href: unknown): string | null {
  const named = typeof href === 'string' ? registrationIn(href) : null
  return named?.kind === 'plate' ? named.registration : null
}

/** '/pictures/<id>', as the editor writes it. */
const deskPictureIn = (url: string): string | undefined => /^\/pictures\/([0-9a-f-]{36})$/.exec(url)?.[1]

function sizePicture(node: Element, { pictureSize }: QuotableFacts) {
  const id = deskPictureIn(String(node.properties.src ?? ''))
  const size = id && pictureSize?.(id)
  if (!id || !size) return
  Object.assign(node.properties, pictureProperties(id, size))
  if (size.height <= size.width) return
  // A portrait as wide as the column would fill the screen with itself.
  const scale = Math.min(1, MAX_PORTRAIT_HEIGHT / size.height)
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  Object.assign(node.properties, { width, height, sizes: `(min-width: 48rem) ${width}px, 100vw` })
}

/** The addresses and sizes of a picture of the desk; it is stored at 800 and 1600 pixels of width, or less. */
export function pictureProperties(id: string, { width, height }: { width: number; height: number }) {
  return {
    src: pictureFilePath(id, '1600'),
    ...(width > SMALL_WIDTH && {
      srcSet: `${pictureFilePath(id, '800')} ${SMALL_WIDTH}w, ${pictureFilePath(id, '1600')} ${width}w`,
    }),
    sizes: '(min-width: 48rem) 42rem, 100vw',
    width,
    height,
    loading: 'lazy',
    decoding: 'async',
  } as const
}

function asElement(made: Element | undefined) {
  return made && { hName: made.tagName, hProperties: made.properties, hChildren: made.children }
}

/** A scrollable frame for narrow screens; focusable, so that keys can scroll it. */
function frame(table: Element, label: string): Element {
  return element('div', { className: ['table-scroll'], role: 'group', ariaLabel: label, tabIndex: 0 }, [
    table,
  ])
}

const cellsIn = (node: Element): Element[] => {
  const cells: Element[] = []
  visit(node, 'element', (cell) => {
    if (/^t[hd]$/.test(cell.tagName)) cells.push(cell)
  })
  return cells
}

/** A table with an empty corner cell has row headers. */
function hasRowHeaders(table: Element): boolean {
  const [corner] = cellsIn(table)
  return corner?.tagName === 'th' && plainText(corner) === ''
}

function makeRowHeaders(table: Element) {
  visit(table, 'element', (row) => {
    if (row.tagName !== 'tr') return
    const [first] = cellsIn(row)
    if (first?.tagName !== 'td') return
    first.tagName = 'th'
    Object.assign(first.properties, { scope: 'row', className: ['row-head'] })
  })
}

function captionOf(table: Element): string | undefined {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption')
  return caption && plainText(caption as Element)
}

function plainText(node: HastNodes, isLeftOut: (node: Element) => boolean = () => false): string {
  const pieces: string[] = []
  const gather = (from: HastNodes) => {
    if (from.type === 'text') pieces.push(from.value)
    if (from.type === 'element' && isLeftOut(from)) return
    if ('children' in from) for (const child of from.children) gather(child)
    if (from.type === 'element' && /^(p|li|h[1-6]|td|th|div|blockquote|br)$/.test(from.tagName))
      pieces.push(' ')
  }
  gather(node)
  return pieces.join('').replace(/\s+/g, ' ').trim()
}
