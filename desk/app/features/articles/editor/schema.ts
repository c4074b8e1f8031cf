/** The elements that an article may contain (docs/content.md), as the editor's schema. */
import { type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'
import { pictureFile } from './picture-file.ts'

/** The attributes of an element that was pasted or rendered by this schema. */
const attribute = (dom: HTMLElement | string, name: string): string =>
  typeof dom === 'string' ? '' : (dom.getAttribute(name) ?? '')

const cells = tableNodes({
  tableGroup: 'block',
  // A cell of a Markdown table is one line.
  cellContent: 'paragraph',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (dom) => dom.getAttribute('data-align') || null,
      setDOMAttr(value, attributes) {
        if (value) attributes['data-align'] = value
      },
    },
  },
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [
      // The title is the only heading of level 1.
      { tag: 'h1', attrs: { level: 2 } },
      { tag: 'h2', attrs: { level: 2 } },
      { tag: 'h3', attrs: { level: 3 } },
      { tag: 'h4', attrs: { level: 4 } },
      { tag: 'h5', attrs: { level: 5 } },
      { tag: 'h6', attrs: { level: 6 } },
    ],
    toDOM: (node) => [`h${node.attrs.level}`, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bullet_list: {
    attrs: { isLoose: { default: false } },
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    attrs: { start: { default: 1 }, isLoose: { default: false } },
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: Number(attribute(dom, 'start') || 1) }) }],
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
    parseDOM: [
      { tag: 'div[data-table]', getAttrs: (dom) => ({ name: attribute(dom, 'data-table') }), priority: 60 },
    ],
    toDOM: (node) => [
      'div',
      { 'data-table': node.attrs.name, class: 'editor-data-table' },
      `Table from the site’s data: ${node.attrs.name}`,
    ],
  },
  footnote: {
    attrs: { label: { default: '1' } },
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [
      { tag: 'aside[data-footnote]', getAttrs: (dom) => ({ label: attribute(dom, 'data-footnote') }) },
    ],
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
  ...cells,

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
    attrs: { src: { default: '' }, alt: { default: '' }, title: { default: null } },
    inline: true,
    group: 'inline',
    atom: true,
    // Pasted pictures from other sites are dropped: only those of this site have an address that begins with a slash.
    parseDOM: [
      {
        tag: 'img[src^="/"]',
        getAttrs: (dom) => ({ src: pictureAddress(attribute(dom, 'src')), alt: attribute(dom, 'alt') }),
      },
    ],
    toDOM: (node) => ['img', { src: pictureFile(node.attrs.src), alt: node.attrs.alt }],
  },
  /** `plate:JB 1` in backticks. */
  plate: {
    attrs: { registration: { default: '' } },
    inline: true,
    group: 'inline',
    atom: true,
    parseDOM: [
      { tag: 'span[data-plate]', getAttrs: (dom) => ({ registration: attribute(dom, 'data-plate') }) },
      // Markup of the public page, in case someone copies from it.
      { tag: 'span.plate-chip', getAttrs: (dom) => ({ registration: contentText(dom) }), priority: 60 },
    ],
    toDOM: (node) => [
      'span',
      { 'data-plate': node.attrs.registration, class: 'editor-plate' },
      node.attrs.registration,
    ],
    leafText: (node) => node.attrs.registration,
  },
  /** `{{retention-fee}}`, `{{count:…}}` */
  fact: {
    attrs: { name: { default: '' } },
    inline: true,
    group: 'inline',
    atom: true,
    parseDOM: [{ tag: 'span[data-fact]', getAttrs: (dom) => ({ name: attribute(dom, 'data-fact') }) }],
    toDOM: (node) => ['span', { 'data-fact': node.attrs.name, class: 'editor-fact' }, node.attrs.name],
    leafText: (node) => `{{${node.attrs.name}}}`,
  },
  footnote_mark: {
    attrs: { label: { default: '1' } },
    inline: true,
    group: 'inline',
    atom: true,
    parseDOM: [
      {
        tag: 'sup[data-footnote-mark]',
        getAttrs: (dom) => ({ label: attribute(dom, 'data-footnote-mark') }),
      },
    ],
    toDOM: (node) => ['sup', { 'data-footnote-mark': node.attrs.label }, node.attrs.label],
  },
  written: {
    attrs: { source: { default: '' } },
    inline: true,
    group: 'inline',
    atom: true,
    parseDOM: [
      { tag: 'code[data-written]', getAttrs: (dom) => ({ source: attribute(dom, 'data-written') }) },
    ],
    toDOM: (node) => ['code', { 'data-written': node.attrs.source }, node.attrs.source],
    leafText: (node) => node.attrs.source,
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: { default: '' }, title: { default: null } },
    inclusive: false,
    parseDOM: [{ tag: 'a[href^="/"], a[href^="#"], a[href^="http"], a[href^="mailto:"]', getAttrs: linkOf }],
    // Not a link that can be followed: in the editor it is text.
    toDOM: (mark) => ['a', { href: mark.attrs.href, title: mark.attrs.href }, 0],
  },
  bold: {
    parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }],
    toDOM: () => ['em', 0],
  },
  struck: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }],
    toDOM: () => ['s', 0],
  },
  code: {
    code: true,
    parseDOM: [{ tag: 'code' }],
    toDOM: () => ['code', 0],
  },
} satisfies Record<string, MarkSpec>

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks })

export const emptyDocument = (): Node => schema.node('doc', null, [schema.node('paragraph')])

const pictureAddress = (src: string): string => src.replace(/^(\/pictures\/[0-9a-f-]{36})\/[^/]+$/, '$1')

function linkOf(dom: HTMLElement | string) {
  return { href: attribute(dom, 'href'), title: attribute(dom, 'title') || null }
}

const contentText = (dom: HTMLElement | string): string =>
  typeof dom === 'string' ? '' : (dom.textContent ?? '')
