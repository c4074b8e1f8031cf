/**
 * Converts the editor's document to Markdown. Unchanged blocks keep their exact source, so that an edit only changes
 * its own lines.
 */

import type { BlockContent, DefinitionContent, PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import type { Mark, Node } from 'prosemirror-model'
import { groupBy } from '#shared/list/group-by.ts'
import { type ReadBlock, type ReadDocument, readMarkdown } from './from-markdown.ts'

const STYLE = {
  bullet: '-',
  emphasis: '_',
  rule: '-',
  listItemIndent: 'one',
  resourceLink: false,
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
} as const satisfies Options

export interface WrittenDocument {
  markdown: string
  /** The first line of each top-level block, from 1. */
  lines: number[]
}

/** The block that begins at a line or contains it. */
export function blockAt(lines: readonly number[], line: number): number {
  return Math.max(
    0,
    lines.findLastIndex((first) => first <= line),
  )
}

/** @param read the parsed document; its unchanged blocks keep their source */
export function writeMarkdown(doc: Node, read?: ReadDocument): WrittenDocument {
  const anew = join(doc, null)
  if (!read) return anew
  const kept = join(doc, read)
  // Two pieces that were separate may merge, such as two adjacent lists.
  return join(readMarkdown(kept.markdown).doc, null).markdown === anew.markdown ? kept : anew
}

function join(doc: Node, read: ReadDocument | null): WrittenDocument {
  const originals = read ? originalsOf(read) : null
  const lines: number[] = []
  let markdown = ''
  let line = 1
  let before: ReadBlock | undefined
  const add = (text: string) => {
    markdown += text
    line += text.split('\n').length - 1
  }
  doc.forEach((node, _, index) => {
    if (isEmptyLine(node)) {
      lines.push(line)
      return
    }
    const original = originals?.(node, before)
    const isNext =
      before && original && read && read.blocks.indexOf(original) === read.blocks.indexOf(before) + 1
    if (markdown !== '') add(isNext ? read.markdown.slice(before?.end, original.start) : '\n\n')
    else if (read && original && original === read.blocks[0]) add(read.markdown.slice(0, original.start))
    lines.push(line)
    add(original && read ? read.markdown.slice(original.start, original.end) : writeBlock(doc, index))
    before = original
  })
  if (read && before && before === read.blocks.at(-1)) add(read.markdown.slice(before.end))
  else if (markdown !== '') add('\n')
  return { markdown, lines }
}

/**
 * An unchanged node is the same object or, after an undo, an equal one; among equal ones, the next in order is used.
 */
function originalsOf({ blocks }: ReadDocument) {
  const byNode = new Map(blocks.map((block) => [block.node, block]))
  const byText = groupBy(blocks, ({ node }) => node.textContent)
  return (node: Node, before: ReadBlock | undefined): ReadBlock | undefined => {
    const same = byNode.get(node)
    if (same) return same
    const equal = (byText.get(node.textContent) ?? []).filter((block) => block.node.eq(node))
    return equal.find((block) => before && block.start > before.start) ?? equal[0]
  }
}

/** Adjacent lists of the same kind need different markers to stay separate. */
function writeBlock(doc: Node, index: number): string {
  const node = doc.child(index)
  if (/_list$/.test(node.type.name)) {
    const row = listsBefore(doc, index)
    const alone = stringify([blockOf(node)])
    return row.length === 0 ? alone : stringify([...row, node].map(blockOf)).slice(-alone.length)
  }
  const written = stringify([blockOf(node)])
  // Three dashes, the most common form.
  return node.type.name === 'table' ? written.replace(/\n.*/, (rule) => rule.replace(/-+/g, '---')) : written
}

/** The number of adjacent lists of the same kind before this one. */
function listsBefore(doc: Node, index: number): Node[] {
  const lists: Node[] = []
  for (let before = index - 1; before >= 0; before--) {
    const node = doc.child(before)
    if (isEmptyLine(node)) continue
    if (node.type !== doc.child(index).type) break
    lists.unshift(node)
  }
  return lists
}

/** A paragraph of nothing but spaces and line breaks, which Markdown does not have. */
const isEmptyLine = (node: Node): boolean => node.type.name === 'paragraph' && wordsOf(node).length === 0

const isBreak = (node: Node | undefined): boolean => node?.type.name === 'line_break'

/**
 * The content without spaces and line breaks at its ends and spaces around the other line breaks, which Markdown would show as a
 * backslash or write as `&#x20;`.
 */
function wordsOf({ children }: Node): Node[] {
  const lines: { before: Node | null; words: Node[] }[] = [{ before: null, words: [] }]
  for (const node of children)
    if (isBreak(node)) lines.push({ before: node, words: [] })
    else lines.at(-1)?.words.push(node)
  const trimmed = lines.map(({ before, words }) => ({ before, words: trimEnd(trimStart(words)) }))
  const isFilled = trimmed.map(({ words }) => words.length > 0)
  return trimmed
    .slice(Math.max(0, isFilled.indexOf(true)), isFilled.lastIndexOf(true) + 1)
    .flatMap(({ before, words }, index) => (before && index > 0 ? [before, ...words] : words))
}

const isPlain = ({ isText, marks }: Node) => isText && marks.every(({ type }) => type.name !== 'code')

function trimStart([first, ...others]: Node[]): Node[] {
  if (!first || !isPlain(first)) return first ? [first, ...others] : []
  const spaces = /^ */.exec(first.text ?? '')?.[0].length ?? 0
  return spaces === first.text?.length ? trimStart(others) : [first.cut(spaces), ...others]
}

function trimEnd(nodes: Node[]): Node[] {
  const last = nodes.at(-1)
  if (!last || !isPlain(last)) return nodes
  const length = last.text?.trimEnd().length ?? 0
  return length === 0 ? trimEnd(nodes.slice(0, -1)) : [...nodes.slice(0, -1), last.cut(0, length)]
}

const stringify = (children: RootContent[]): string =>
  toMarkdown({ type: 'root', children }, STYLE).replace(/\n+$/, '')

/** Text that needs no escaping. */
const asWritten = (value: string) => ({ type: 'html' as const, value })

function blockOf(node: Node): RootContent {
  const { attrs } = node
  switch (node.type.name) {
    case 'paragraph':
      return { type: 'paragraph', children: phrasesOf(node) }
    case 'heading':
      return { type: 'heading', depth: attrs.level, children: phrasesOf(node) }
    case 'blockquote':
      return { type: 'blockquote', children: blocksOf(node) }
    case 'bullet_list':
    case 'ordered_list':
      return {
        type: 'list',
        ordered: node.type.name === 'ordered_list',
        start: attrs.start ?? null,
        spread: attrs.isLoose,
        children: node.children.map((item) => ({
          type: 'listItem',
          checked: item.attrs.isChecked,
          spread: item.attrs.isLoose,
          children: blocksOf(item),
        })),
      }
    case 'code_block':
      return { type: 'code', lang: attrs.language, value: node.textContent }
    case 'rule':
      return { type: 'thematicBreak' }
    case 'data_table':
      return asWritten(`{{table:${attrs.name}}}`)
    case 'footnote':
      return {
        type: 'footnoteDefinition',
        identifier: attrs.label.toLowerCase(),
        label: attrs.label,
        children: blocksOf(node),
      }
    case 'table':
      return {
        type: 'table',
        align: node.firstChild?.children.map(({ attrs: cell }) => cell.align) ?? [],
        children: node.children.map((row) => ({
          type: 'tableRow',
          children: row.children.map((cell) => ({
            type: 'tableCell',
            children: cell.firstChild ? phrasesOf(cell.firstChild) : [],
          })),
        })),
      }
    default:
      return asWritten(node.textContent)
  }
}

const blocksOf = (node: Node) =>
  node.children.filter((child) => !isEmptyLine(child)).map(blockOf) as (BlockContent & DefinitionContent)[]

/** Outermost first: a link contains bold text, not the other way round. */
const MARKS = ['link', 'bold', 'italic', 'struck']
const EMPHASIS = { bold: 'strong', italic: 'emphasis', struck: 'delete' } as const

const phrasesOf = (parent: Node): PhrasingContent[] => nest(wordsOf(parent), 0)

function nest(nodes: readonly Node[], depth: number): PhrasingContent[] {
  const name = MARKS[depth]
  if (name === undefined) return nodes.map(leafOf)
  const written: PhrasingContent[] = []
  for (let index = 0; index < nodes.length; ) {
    // A line break at an end of bold text would keep it from being bold.
    const mark = isBreak(nodes[index]) ? undefined : markOf(nodes[index], name)
    let end = index + 1
    while (end < nodes.length && sameMark(mark, markOf(nodes[end], name))) end++
    while (mark && isBreak(nodes[end - 1])) end--
    const children = nest(nodes.slice(index, end), depth + 1)
    written.push(...(mark ? wrapWords(mark, children) : children))
    index = end
  }
  return written
}

/** Markdown does not allow a space at the end of bold or link text, so it is moved outside. */
function wrapWords(mark: Mark, children: PhrasingContent[]): PhrasingContent[] {
  const [before, first] = spaceAt(children.at(0), /^\s+/)
  const inner = first ? [first, ...children.slice(1)] : children.slice(1)
  const [after, last] = spaceAt(inner.at(-1), /\s+$/)
  if (after) inner.splice(-1, 1, ...(last ? [last] : []))
  const text = (value: string) => (value ? [{ type: 'text' as const, value }] : [])
  return [...text(before), ...(inner.length > 0 ? [wrap(mark, inner)] : []), ...text(after)]
}

/** The spaces at the ends of a text, and the rest; null if the rest is empty. */
function spaceAt(child: PhrasingContent | undefined, end: RegExp): [string, PhrasingContent | null] {
  const space = child?.type === 'text' ? (end.exec(child.value)?.[0] ?? '') : ''
  if (child?.type !== 'text' || space === '') return ['', child ?? null]
  const value = child.value.replace(end, '')
  return [space, value === '' ? null : { ...child, value }]
}

const markOf = (node: Node | undefined, name: string) => node?.marks.find(({ type }) => type.name === name)
const sameMark = (one: Mark | undefined, other: Mark | undefined) =>
  one && other ? one.eq(other) : one === other

const wrap = ({ type, attrs }: Mark, children: PhrasingContent[]) =>
  (type.name === 'link'
    ? { type: 'link', url: attrs.href, title: attrs.title, children }
    : { type: EMPHASIS[type.name as keyof typeof EMPHASIS], children }) as PhrasingContent

function leafOf(node: Node): PhrasingContent {
  const { attrs, marks, text = '' } = node
  switch (node.type.name) {
    case 'text':
      return marks.some(({ type }) => type.name === 'code')
        ? { type: 'inlineCode', value: text }
        : { type: 'text', value: text }
    case 'line_break':
      return { type: 'break' }
    case 'picture':
      return { type: 'image', url: attrs.src, alt: attrs.alt, title: attrs.title }
    case 'plate':
      return { type: 'inlineCode', value: `plate:${attrs.registration}` }
    case 'fact':
      return asWritten(`{{${attrs.name}}}`)
    case 'footnote_mark':
      return { type: 'footnoteReference', identifier: attrs.label.toLowerCase(), label: attrs.label }
    default:
      return asWritten(attrs.source)
  }
}
