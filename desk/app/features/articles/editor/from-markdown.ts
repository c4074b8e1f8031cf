/** Converts Markdown to the editor's document, with the parser of the public pages, so that both agree. */
import type { Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type Attrs, Fragment, type Mark, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'

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
  const nodes = blocks.length > 0 ? blocks.map(({ node }) => node) : [schema.node('paragraph')]
  return { doc: schema.node('doc', null, nodes), markdown, blocks }
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
    const rows = children.map((row, rowIndex) => {
      const cells = Array.from({ length: width }, (_, index) =>
        schema.node(rowIndex === 0 ? 'table_header' : 'table_cell', { align: align?.[index] ?? null }, [
          schema.node('paragraph', null, this.phrases(row.children[index]?.children ?? [])),
        ]),
      )
      return schema.node('table_row', null, cells)
    })
    return schema.node('table', null, rows)
  }

  phrases(children: PhrasingContent[], marks: readonly Mark[] = []): Fragment {
    return Fragment.fromArray(children.flatMap((child) => this.phrase(child, marks)))
  }

  phrase(from: PhrasingContent, marks: readonly Mark[]): Node[] {
    const within = (mark: Mark, children: PhrasingContent[]) =>
      children.flatMap((child) => this.phrase(child, mark.addToSet(marks)))
    const leaf = (name: string, attrs?: Attrs) => [schema.node(name, attrs, undefined, marks)]
    switch (from.type) {
      case 'text':
        return markedText(from.value, marks)
      case 'strong':
        return within(schema.mark('bold'), from.children)
      case 'emphasis':
        return within(schema.mark('italic'), from.children)
      case 'delete':
        return within(schema.mark('struck'), from.children)
      case 'link':
        return within(schema.mark('link', { href: from.url, title: from.title ?? null }), from.children)
      case 'inlineCode': {
        const registration = /^plate:\s*(.*)$/.exec(from.value)?.[1]
        return registration === undefined
          ? textNodes(from.value, schema.mark('code').addToSet(marks))
          : leaf('plate', { registration })
      }
      case 'break':
        return leaf('line_break')
      case 'image':
        return leaf('picture', { src: from.url, alt: from.alt ?? '', title: from.title ?? null })
      case 'footnoteReference':
        return leaf('footnote_mark', { label: from.label ?? from.identifier })
    }
    return leaf('written', { source: this.sourceOf(from) })
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
