/**
 * Cleans pasted or dropped content to what an article may contain: headings, bold, italic, lists, links, quotes and
 * tables. The schema drops fonts, colours and pictures; this file converts the markup of Word and web pages to the
 * elements of the schema.
 */

import { Fragment, DOMParser as ModelParser, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { parseUrl } from '#shared/text/parse-url.ts'
import { factory } from '#shared/ui/trusted-html.ts'
import { schema } from './schema.ts'

/** The document is inert: it runs and loads nothing, and only elements of the schema are kept. */
const policy = factory?.createPolicy('pasted', { createHTML: (html) => html })

function parsePasted(html: string): HTMLElement {
  const quiet = withoutStyles(html)
  const trusted = (policy?.createHTML(quiet) ?? quiet) as string
  return cleanPasted(new DOMParser().parseFromString(trusted, 'text/html').body)
}

/** Removes styles and handlers first, because the page's CSP would refuse and report each of them. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/(\s)style(?=\s*=)/gi, '$1data-style').replace(/(\s)on[a-z]+(?=\s*=)/gi, '$1data-handler'),
    )

const styleOf = (element: Element): string => element.getAttribute('data-style') ?? ''

const REMOVED =
  'script, style, meta, link, title, template, iframe, object, svg, math, noscript, form button, o\\:p'

/** Cleans the body in place. */
function cleanPasted(body: HTMLElement): HTMLElement {
  for (const element of body.querySelectorAll<HTMLElement>(REMOVED)) element.remove()
  for (const element of body.querySelectorAll('[hidden], [data-style]'))
    if (element.hasAttribute('hidden') || /display:\s*none|mso-hide:\s*all/i.test(styleOf(element)))
      element.remove()
  makeWordLists(body)
  for (const element of [...body.querySelectorAll('[data-style]')]) nameStyle(element)
  for (const table of [...body.querySelectorAll('table')].reverse()) cleanTable(table)
  for (const heading of body.querySelectorAll('h1, h4, h5, h6'))
    rename(heading, heading.tagName === 'H1' ? 'h2' : 'h3')
  for (const link of body.querySelectorAll('a[href]')) shortenLink(link)
  const texts = body.ownerDocument.createTreeWalker(body, 4 /* text */)
  while (texts.nextNode()) {
    const { currentNode } = texts
    if (currentNode.nodeValue?.includes('\u00a0'))
      currentNode.nodeValue = currentNode.nodeValue.replaceAll('\u00a0', ' ')
  }
  return body
}

const NORMAL = /font-weight:\s*(normal|400)\b/i
const BOLD = /font-weight:\s*(bold|[6-9]00)\b/i
const ITALIC = /font-style:\s*italic\b/i

/** Google Docs expresses bold through styles, and wraps everything in a bold element that is not bold. */
function nameStyle(element: Element) {
  const style = styleOf(element)
  if (element.tagName === 'B' && NORMAL.test(style)) return element.replaceWith(...element.childNodes)
  if (element.tagName !== 'SPAN') return
  for (const [pattern, name] of [[BOLD, 'strong'] as const, [ITALIC, 'em'] as const]) {
    if (!pattern.test(style)) continue
    const mark = element.ownerDocument.createElement(name)
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

const WORD_LEVEL = /mso-list:[^;]*\blevel(\d)/i

/** Word writes lists as paragraphs, with the bullet or number as text and the level in the style. */
function makeWordLists(body: HTMLElement) {
  const open: { list: Element; level: number }[] = []
  let last: Element | null = null
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const level = Number(WORD_LEVEL.exec(styleOf(paragraph))?.[1] ?? 0)
    if (level === 0) continue
    if (last !== paragraph.previousElementSibling && !last?.contains(paragraph.previousElementSibling))
      open.length = 0
    const mark = [...paragraph.querySelectorAll('[data-style]')].find((span) =>
      /mso-list:\s*ignore/i.test(styleOf(span)),
    )
    const isNumbered = /^\s*\(?(\d+|[a-z]|[ivx]+)[.)]/i.test(mark?.textContent ?? '')
    mark?.remove()
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    let top = open.at(-1)
    if (!top || top.level < level) {
      const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const parent = top?.list.lastElementChild
      if (parent) parent.append(list)
      else {
        paragraph.before(list)
        last = list
      }
      top = { list, level }
      open.push(top)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(paragraph)
    top.list.append(item)
  }
}

/**
 * A cell of a Markdown table is one line and one column; a table with a single cell was only used for layout.
 * Rows of a pasted table may differ in length.
 */
function cleanTable(table: HTMLTableElement) {
  const rows = [...table.rows]
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width < 2 || table.parentElement?.closest('table')) {
    const cells = rows.flatMap((row) => [...row.cells])
    table.replaceWith(
      ...cells.flatMap((cell) =>
        table.parentElement?.closest('table') ? [...cell.childNodes, ' '] : wrap(cell),
      ),
    )
    return
  }
  for (const row of rows)
    for (const cell of [...row.cells]) {
      for (let extra = Math.min(cell.colSpan, 20); extra > 1; extra--)
        cell.after(table.ownerDocument.createElement('td'))
      cell.removeAttribute('colspan')
      cell.removeAttribute('rowspan')
      flatten(cell)
    }
  const columns = Math.max(...rows.map(({ cells }) => cells.length))
  for (const [index, row] of rows.entries()) {
    while (row.cells.length < columns) row.append(table.ownerDocument.createElement('td'))
    for (const cell of [...row.cells]) rename(cell, index === 0 ? 'th' : 'td')
  }
}

function wrap(cell: HTMLTableCellElement): Element[] {
  const block = cell.ownerDocument.createElement('div')
  block.append(...cell.childNodes)
  return [block]
}

/** Joins paragraphs and lists of a cell into one line. */
function flatten(cell: Element) {
  for (const block of [
    ...cell.querySelectorAll('p, div, li, ul, ol, h2, h3, h1, blockquote, br'),
  ].reverse()) {
    if (block.tagName === 'BR') block.replaceWith(' ')
    else block.replaceWith(...block.childNodes, ' ')
  }
}

function rename(element: Element, name: string) {
  if (element.tagName.toLowerCase() === name) return
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Removes the host from links to this site. */
function shortenLink(link: Element) {
  const href = link.getAttribute('href') ?? ''
  const target = parseUrl(href)
  if (target?.origin === globalThis.location?.origin)
    link.setAttribute('href', target.pathname + target.search + target.hash)
}

export function insertPasted(view: EditorView, html: string) {
  const body = parsePasted(html)
  const { state } = view
  const { parent } = state.selection.$from
  const isOneLine =
    state.selection.$from.node(-1)?.type.spec.tableRole !== undefined || parent.type.name === 'heading'
  const slice = isOneLine
    ? lineOf(body)
    : parent.type.spec.code
      ? new Slice(Fragment.from(schema.text(body.textContent || ' ')), 0, 0)
      : ModelParser.fromSchema(schema).parseSlice(body)
  view.dispatch(
    state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
  )
}

/** For cells and headings, which have one line. */
function lineOf(body: HTMLElement): Slice {
  const text = (body.textContent ?? '').replace(/\s+/g, ' ').trim()
  return text === '' ? Slice.empty : new Slice(Fragment.from(schema.text(text)), 0, 0)
}
