/** The elements that an article may contain (docs/content.md), as the editor's schema. */
import {
  type DOMOutputSpec,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema,
  type TagParseRule,
} from 'prosemirror-model'

/** An element without attributes; `others` are read as well when they are pasted. */
const element = (tag: string, ...others: string[]) => ({
  parseDOM: [tag, ...others].map((name) => ({ tag: name })),
  toDOM: (): [string, 0] => [tag, 0],
})

/** Reads back an attribute that this schema has rendered as `data`. */
const rendered = (tag: string, attribute: string, data: `data-${string}`): TagParseRule => ({
  tag: `${tag}[${data}]`,
  getAttrs: (dom) => ({ [attribute]: dom.getAttribute(data) ?? '' }),
})

const INLINE_ATOM = { inline: true, group: 'inline', atom: true }

/** An element in the line that shows its only attribute, and has it in `data` as well. */
const shownAtom = (tag: string, attribute: string, data: `data-${string}`) => ({
  ...INLINE_ATOM,
  attrs: { [attribute]: { default: '' } },
  parseDOM: [rendered(tag, attribute, data)],
  toDOM: ({ attrs: { [attribute]: value } }: Node): DOMOutputSpec => [tag, { [data]: value }, value],
})

/** A cell of a Markdown table is one line. Its spans, which never change, are those that prosemirror-tables reads. */
const cell = (tag: 'td' | 'th', tableRole: string): NodeSpec => ({
  attrs: {
    align: { default: null },
    colspan: { default: 1 },
    rowspan: { default: 1 },
    colwidth: { default: null },
  },
  content: 'paragraph',
  tableRole,
  isolating: true,
  parseDOM: [{ tag, getAttrs: (dom) => ({ align: dom.getAttribute('data-align') || null }) }],
  toDOM: ({ attrs: { align } }) => [tag, align ? { 'data-align': align } : {}, 0],
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    ...element('p'),
  },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    // The title is the only heading of level 1.
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.max(2, level) } })),
    toDOM: (node) => [`h${node.attrs.level}`, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    ...element('blockquote'),
  },
  bullet_list: {
    attrs: { isLoose: { default: false } },
    content: 'list_item+',
    group: 'block',
    ...element('ul'),
  },
  ordered_list: {
    attrs: { start: { default: 1 }, isLoose: { default: false } },
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: Number(dom.getAttribute('start') || 1) }) }],
    toDOM: (node) => (node.attrs.start === 1 ? ['ol', 0] : ['ol', { start: node.attrs.start }, 0]),
  },
  list_item: {
    // Null: no checkbox.
    attrs: { isChecked: { default: null }, isLoose: { default: false } },
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: (node) => [
      'li',
      node.attrs.isChecked === null ? {} : { 'data-checked': String(node.attrs.isChecked) },
      0,
    ],
  },
  code_block: {
    attrs: { language: { default: null } },
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  rule: {
    group: 'block',
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => ['hr'],
  },
  /** `{{table:…}}`, alone in a paragraph. */
  data_table: {
    attrs: { name: { default: '' } },
    group: 'block',
    atom: true,
    parseDOM: [rendered('div', 'name', 'data-table')],
    toDOM: ({ attrs: { name } }) => ['div', { 'data-table': name }, `Table from the site’s data: ${name}`],
  },
  footnote: {
    attrs: { label: { default: '1' } },
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [rendered('aside', 'label', 'data-footnote')],
    toDOM: (node) => ['aside', { 'data-footnote': node.attrs.label }, 0],
  },
  /** Markdown that the editor has no node for: kept verbatim. */
  as_written: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre[data-as-written]', preserveWhitespace: 'full', priority: 60 }],
    toDOM: () => ['pre', { 'data-as-written': '' }, ['code', 0]],
  },
  table: {
    content: 'table_row+',
    tableRole: 'table',
    group: 'block',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  table_row: { content: '(table_cell | table_header)*', tableRole: 'row', ...element('tr') },
  table_cell: cell('td', 'cell'),
  table_header: cell('th', 'header_cell'),

  text: { group: 'inline' },
  line_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  picture: {
    ...INLINE_ATOM,
    attrs: { src: { default: '' }, alt: { default: '' }, title: { default: null } },
    // Pasted pictures from other sites are dropped: only those of this site have an address that begins with a slash.
    parseDOM: [
      {
        tag: 'img[src^="/"]',
        getAttrs: (dom) => ({
          src: pictureAddress(dom.getAttribute('src') ?? ''),
          alt: dom.getAttribute('alt') ?? '',
        }),
      },
    ],
    toDOM: (node) => ['img', { src: pictureFile(node.attrs.src), alt: node.attrs.alt }],
  },
  /** `plate:JB 1` in backticks. */
  plate: {
    ...shownAtom('span', 'registration', 'data-plate'),
    parseDOM: [
      rendered('span', 'registration', 'data-plate'),
      // Markup of the public page, in case someone copies from it.
      { tag: 'span.plate-chip', getAttrs: (dom) => ({ registration: dom.textContent }) },
    ],
    leafText: (node) => node.attrs.registration,
  },
  /** `{{retention-fee}}`, `{{count:…}}` */
  fact: {
    ...shownAtom('span', 'name', 'data-fact'),
    leafText: (node) => `{{${node.attrs.name}}}`,
  },
  footnote_mark: shownAtom('sup', 'label', 'data-footnote-mark'),
  written: {
    ...shownAtom('code', 'source', 'data-written'),
    leafText: (node) => node.attrs.source,
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: { default: '' }, title: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href^="/"], a[href^="#"], a[href^="http"], a[href^="mailto:"]',
        getAttrs: (dom) => ({ href: dom.getAttribute('href'), title: dom.getAttribute('title') || null }),
      },
    ],
    // Not a link that can be followed: in the editor it is text.
    toDOM: (mark) => ['a', { href: mark.attrs.href, title: mark.attrs.href }, 0],
  },
  bold: element('strong', 'b'),
  italic: element('em', 'i'),
  struck: element('s', 'del', 'strike'),
  code: { code: true, ...element('code') },
} satisfies Record<string, MarkSpec>

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks })

/** The text contains `/pictures/<id>`; the page requests one of its files. */
const pictureFile = (src: string): string =>
  /^\/pictures\/[0-9a-f-]{36}$/.test(src) ? `${src}/800.webp` : src

const pictureAddress = (src: string): string => src.replace(/^(\/pictures\/[0-9a-f-]{36})\/[^/]+$/, '$1')
