/** Converts Markdown to the editor's document, with the parser of the public pages, so that both agree. */
import type { Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { emptyDocument, schema } from './schema.ts'

/** A top-level block, with the exact source that it was parsed from. */
export interface ReadBlock {
  node: Node
  /** Offsets in the Markdown. */
  start: number
  end: number
}

export interface ReadDocument {
  doc: Node
  markdown: string
  blocks: ReadBlock[]
}

export function readMarkdown(markdown: string): ReadDocument {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const read = new Reader(markdown)
  const blocks = tree.children.map((child) => ({
    node: read.block(child),
    start: child.position?.start.offset ?? 0,
    end: child.position?.end.offset ?? 0,
  }))
  const doc =
    blocks.length === 0
      ? emptyDocument()
      : schema.node(
          'doc',
          undefined,
          blocks.map(({ node }) => node),
        )
  return { doc, markdown, blocks }
}

const MARKER = /\{\{\s*([^{}]*?)\s*\}\}/g
const ALONE = /^\{\{\s*table:\s*([^{}]*?)\s*\}\}$/

class Reader {
  readonly markdown: string
  constructor(markdown: string) {
    this.markdown = markdown
  }

  block(from: RootContent): Node {
    switch (from.type) {
      case 'paragraph': {
        const table = ALONE.exec(this.sourceOf(from).trim())?.[1]
        if (table !== undefined) return schema.node('data_table', { name: table })
        return schema.node('paragraph', null, this.phrases(from.children))
      }
      case 'heading':
        return schema.node('heading', { level: from.depth }, this.phrases(from.children))
      case 'blockquote':
        return schema.node('blockquote', null, this.blocks(from.children))
      case 'list': {
        const items = from.children.map((item) =>
          schema.node(
            'list_item',
            { isChecked: item.checked ?? null, isLoose: item.spread ?? false },
            this.blocks(item.children),
          ),
        )
        const isLoose = from.spread ?? false
        return from.ordered
          ? schema.node('ordered_list', { start: from.start ?? 1, isLoose }, items)
          : schema.node('bullet_list', { isLoose }, items)
      }
      case 'code':
        if (from.meta) break
        return schema.node('code_block', { language: from.lang ?? null }, textNodes(from.value))
      case 'thematicBreak':
        return schema.node('rule')
      case 'footnoteDefinition':
        return schema.node('footnote', { label: from.label ?? from.identifier }, this.blocks(from.children))
      case 'table':
        return this.table(from)
    }
    return schema.node('as_written', null, textNodes(this.sourceOf(from)))
  }

  blocks(children: RootContent[]): Node[] {
    const blocks = children.map((child) => this.block(child))
    return blocks.length > 0 ? blocks : [schema.node('paragraph')]
  }

  table({ align, children }: Table): Node {
    // Rows may be shorter than the first one.
    const width = children[0]?.children.length ?? 1
    return schema.node(
      'table',
      undefined,
      children.map((row, rowIndex) =>
        schema.node(
          'table_row',
          undefined,
          Array.from({ length: width }, (_, index) =>
            schema.node(rowIndex === 0 ? 'table_header' : 'table_cell', { align: align?.[index] ?? null }, [
              schema.node('paragraph', null, this.phrases(row.children[index]?.children ?? [])),
            ]),
          ),
        ),
      ),
    )
  }

  phrases(children: PhrasingContent[], marks: readonly Mark[] = []): Fragment {
    return Fragment.fromArray(children.flatMap((child) => this.phrase(child, marks)))
  }

  phrase(from: PhrasingContent, marks: readonly Mark[]): Node[] {
    const within = (name: 'bold' | 'italic' | 'struck', children: PhrasingContent[]) =>
      children.flatMap((child) => this.phrase(child, schema.mark(name).addToSet(marks)))
    switch (from.type) {
      case 'text':
        return markedText(from.value, marks)
      case 'strong':
        return within('bold', from.children)
      case 'emphasis':
        return within('italic', from.children)
      case 'delete':
        return within('struck', from.children)
      case 'link': {
        const link = schema.mark('link', { href: from.url, title: from.title ?? null })
        return from.children.flatMap((child) => this.phrase(child, link.addToSet(marks)))
      }
      case 'inlineCode': {
        const registration = /^plate:\s*(.*)$/.exec(from.value)?.[1]
        return registration === undefined
          ? textNodes(from.value, schema.mark('code').addToSet(marks))
          : [schema.node('plate', { registration }, undefined, marks)]
      }
      case 'break':
        return [schema.node('line_break', null, undefined, marks)]
      case 'image':
        return [
          schema.node(
            'picture',
            { src: from.url, alt: from.alt ?? '', title: from.title ?? null },
            undefined,
            marks,
          ),
        ]
      case 'footnoteReference':
        return [schema.node('footnote_mark', { label: from.label ?? from.identifier }, undefined, marks)]
    }
    return [schema.node('written', { source: this.sourceOf(from) }, undefined, marks)]
  }

  sourceOf({ position }: Nodes): string {
    return this.markdown.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
  }
}

/** Splits text into plain text and nodes for its facts. A line break within a paragraph becomes a space. */
function markedText(value: string, marks: readonly Mark[]): Node[] {
  const text = value.replace(/[ \t]*\n[ \t]*/g, ' ')
  const found: Node[] = []
  let from = 0
  for (const match of text.matchAll(MARKER)) {
    found.push(...textNodes(text.slice(from, match.index), marks))
    found.push(schema.node('fact', { name: match[1] ?? '' }, undefined, marks))
    from = match.index + match[0].length
  }
  return [...found, ...textNodes(text.slice(from), marks)]
}

const textNodes = (text: string, marks: readonly Mark[] = []): Node[] =>
  text === '' ? [] : [schema.text(text, marks)]
