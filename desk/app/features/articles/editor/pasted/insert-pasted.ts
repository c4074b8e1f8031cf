/**
 * Cleans pasted or dropped content to what an article may contain: headings, bold, italic, lists, links, quotes and
 * tables. The schema drops fonts, colours and pictures; this file converts the markup of Word and web pages to the
 * elements of the schema.
 */

import { Fragment, DOMParser as ModelParser, type Node, Slice } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { parseUrl } from '#shared/text/parse-url.ts'
import { factory } from '#shared/ui/trusted-html.ts'
import { isIn } from '../commands.ts'
import { schema } from '../schema.ts'
import { makeWordLists, mendLists } from './lists.ts'
import { makeFootnotes, removeComments } from './notes.ts'
import { rename, styleOf } from './styles.ts'
import { cleanTable } from './tables.ts'

const { nodes } = schema

/** The document is inert: it runs and loads nothing, and only elements of the schema are kept. */
const policy = factory?.createPolicy('pasted', { createHTML: (html) => html })

function parsePasted(html: string, labels: Set<string>): HTMLElement {
  const quiet = withoutStyles(html)
  const trusted = (policy?.createHTML(quiet) ?? quiet) as string
  return cleanPasted(new DOMParser().parseFromString(trusted, 'text/html').body, labels)
}

/** Removes styles and handlers first, because the page's CSP would refuse and report each of them. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/(\s)style(?=\s*=)/gi, '$1data-style').replace(/(\s)on[a-z]+(?=\s*=)/gi, '$1data-handler'),
    )

const REMOVED =
  'script, style, meta, link, title, template, iframe, object, svg, math, noscript, form button, o\\:p'

/** Cleans the body in place. */
function cleanPasted(body: HTMLElement, labels: Set<string>): HTMLElement {
  for (const element of body.querySelectorAll<HTMLElement>(REMOVED)) element.remove()
  for (const element of body.querySelectorAll('[hidden], [data-style]'))
    if (element.hasAttribute('hidden') || /display:\s*none|mso-hide:\s*all/i.test(styleOf(element)))
      element.remove()
  removeComments(body)
  makeWordLists(body)
  mendLists(body)
  makeFootnotes(body, labels)
  for (const element of [...body.querySelectorAll('[data-style]')]) nameStyle(element)
  for (const table of [...body.querySelectorAll('table')].reverse()) cleanTable(table)
  for (const heading of body.querySelectorAll('h1, h4, h5, h6'))
    rename(heading, heading.tagName === 'H1' ? 'h2' : 'h3')
  for (const link of body.querySelectorAll('a[href]')) shortenLink(link)
  const texts = body.ownerDocument.createTreeWalker(body, 4 /* text */)
  while (texts.nextNode()) {
    const { currentNode } = texts
    const text = currentNode.nodeValue ?? ''
    if (UNSEEN.test(text))
      currentNode.nodeValue = text.replaceAll('\u00a0', ' ').replace(/[\u200b\u2060\ufeff]/g, '')
  }
  return body
}

/** Spaces that hold a line open, and characters without a width. */
const UNSEEN = /[\u00a0\u200b\u2060\ufeff]/

const NORMAL = /font-weight:\s*(normal|400)\b/i
const BOLD = /font-weight:\s*(bold|[6-9]00)\b/i
const ITALIC = /font-style:\s*italic\b/i
const STRUCK = /text-decoration(?:-line)?:[^;]*\bline-through\b/i

const STYLES = [
  [BOLD, 'strong'],
  [ITALIC, 'em'],
  [STRUCK, 's'],
] as const

/** Google Docs expresses bold, italic and struck text through styles, and wraps everything in a bold element that is not bold. */
function nameStyle(element: Element) {
  const style = styleOf(element)
  if (element.tagName === 'B' && NORMAL.test(style)) return element.replaceWith(...element.childNodes)
  if (!['SPAN', 'FONT', 'A'].includes(element.tagName)) return
  for (const [pattern, name] of STYLES) {
    if (!pattern.test(style)) continue
    const mark = element.ownerDocument.createElement(name)
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

/** Removes the host from links to this site. */
function shortenLink(link: Element) {
  const href = link.getAttribute('href') ?? ''
  const target = parseUrl(href)
  if (target?.origin === globalThis.location?.origin)
    link.setAttribute('href', target.pathname + target.search + target.hash)
}

export function insertPasted(view: EditorView, html: string) {
  const { state } = view
  const body = parsePasted(html, labelsIn(state.doc))
  const { parent } = state.selection.$from
  const isOneLine =
    state.selection.$from.node(-1)?.type.spec.tableRole !== undefined || parent.type.name === 'heading'
  const slice = isOneLine
    ? lineOf(body)
    : parent.type.spec.code
      ? new Slice(Fragment.from(schema.text(textOf(body) || ' ')), 0, 0)
      : sliceOf(body, state)
  view.dispatch(
    state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
  )
}

function labelsIn(doc: Node): Set<string> {
  const labels = new Set<string>()
  doc.descendants(({ type, attrs }) => {
    if (type === nodes.footnote || type === nodes.footnote_mark) labels.add(attrs.label)
  })
  return labels
}

/** Without footnotes, which are blocks of their own. */
function textOf(body: HTMLElement): string {
  for (const note of body.querySelectorAll('aside')) note.remove()
  return body.textContent ?? ''
}

/** For cells and headings, which have one line. */
function lineOf(body: HTMLElement): Slice {
  const text = textOf(body).replace(/\s+/g, ' ').trim()
  return text === '' ? Slice.empty : new Slice(Fragment.from(schema.text(text)), 0, 0)
}

/** Text at its ends joins the paragraph at the cursor; a list keeps its number unless the cursor is in one. */
function sliceOf(body: HTMLElement, state: EditorState): Slice {
  const content = withoutBlankLines(ModelParser.fromSchema(schema).parse(body).content)
  const { openStart, openEnd } = Slice.maxOpen(content)
  const isInList = isIn(state, nodes.list_item)
  const isWhole = (block: Node | null) =>
    block?.type === nodes.footnote || (!isInList && /_list$/.test(block?.type.name ?? ''))
  return new Slice(
    content,
    isWhole(content.firstChild) ? 0 : openStart,
    isWhole(content.lastChild) ? 0 : openEnd,
  )
}

/** A blank line, which web mail writes as a line break in a paragraph, separates paragraphs; a single line break stays. */
function withoutBlankLines(content: Fragment): Fragment {
  const kept = content.content.flatMap((node) => {
    if (node.type === nodes.paragraph) return paragraphsOf(node)
    return node.isBlock && !node.isTextblock && !node.isAtom
      ? [node.copy(withoutBlankLines(node.content))]
      : [node]
  })
  // Only a paragraph can be left out, and items and cells have at least one.
  return Fragment.fromArray(kept.length > 0 || content.size === 0 ? kept : [nodes.paragraph.create()])
}

function paragraphsOf(paragraph: Node): Node[] {
  const isBreak = (node: Node | undefined) => !node || node.type === nodes.line_break
  const children = paragraph.children.filter(
    (node, index, all) =>
      !node.isText || node.text?.trim() || !isBreak(all[index - 1]) || !isBreak(all[index + 1]),
  )
  const parts: Node[][] = [[]]
  for (const [index, node] of children.entries())
    if (!isBreak(node)) parts.at(-1)?.push(node)
    else if (isBreak(children[index + 1])) parts.push([])
    else if (parts.at(-1)?.length) parts.at(-1)?.push(node)
  return parts
    .filter((part) => part.some(({ isText, text }) => !isText || text?.trim()))
    .map((part) => paragraph.copy(Fragment.fromArray(part)))
}
