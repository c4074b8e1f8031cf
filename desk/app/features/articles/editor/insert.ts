/** What is put into the text by buttons of the toolbar and by the pickers that they open. */
import type { Node, NodeType } from 'prosemirror-model'
import { type Command, type EditorState, Selection } from 'prosemirror-state'
import { isIn, linkMark, selectedPicture } from './commands.ts'
import type { ChosenPicture } from './picture-picker.tsx'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** A figure that can be quoted, or a table of the site's data. */
export interface FactChoice {
  name: string
  value: string
  what: string
  isTable?: boolean
}

/** Inserts three rows of two columns, with the cursor in the first heading. */
export const insertTable: Command = (state, dispatch) => {
  if (isIn(state, nodes.table)) return false
  const row = (type: NodeType) =>
    nodes.table_row.create(
      null,
      [0, 1].map(() => type.createAndFill() as Node),
    )
  const table = nodes.table.create(null, [
    row(nodes.table_header),
    row(nodes.table_cell),
    row(nodes.table_cell),
  ])
  return insertBlock(table, 4)(state, dispatch)
}

/**
 * Inserts after the block at the cursor, or replaces an empty one.
 * @param cursor the cursor's offset in the new block
 */
export const insertBlock =
  (block: Node, cursor = 0): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    const isEmpty = $from.depth === 1 && $from.parent.isTextblock && $from.parent.content.size === 0
    const at = isEmpty ? $from.before(1) : $from.depth > 0 ? $from.after(1) : state.selection.to
    if (!dispatch) return true
    const tr = isEmpty ? state.tr.replaceWith(at, $from.after(1), block) : state.tr.insert(at, block)
    // Adds a paragraph for further text.
    if (at + block.nodeSize >= tr.doc.content.size) tr.insert(at + block.nodeSize, nodes.paragraph.create())
    const target = cursor > 0 ? at + cursor : at + block.nodeSize
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(target))).scrollIntoView())
    return true
  }

/** Inserts a plate, a fact or a picture into the line. */
export const insertInline =
  (node: Node): Command =>
  (state, dispatch) => {
    if (state.selection.$from.parent.type.spec.code) return false
    dispatch?.(state.tr.replaceSelectionWith(node, true).scrollIntoView())
    return true
  }

/** Where the link at the cursor starts and ends. */
function linkAt(state: EditorState): { from: number; to: number } | null {
  const { $from, from, to } = state.selection
  const mark = linkMark(state)
  if (!mark) return null
  let [start, end] = [from, to]
  const parentStart = $from.start()
  state.doc.nodesBetween(parentStart, $from.end(), (node, at) => {
    if (!node.isInline || !mark.isInSet(node.marks)) return
    if (at <= from && at + node.nodeSize >= from) {
      start = Math.min(start, at)
      end = Math.max(end, at + node.nodeSize)
    }
  })
  return { from: start, to: end }
}

/** Turns the selection into a link; without a selection, inserts the page's label as the link. */
export const setLink =
  (href: string, label: string): Command =>
  (state, dispatch) => {
    const existing = linkAt(state)
    const { from, to, empty } = state.selection
    const link = marks.link.create({ href })
    const tr = state.tr
    if (existing && empty)
      tr.removeMark(existing.from, existing.to, marks.link).addMark(existing.from, existing.to, link)
    else if (empty) tr.insert(from, schema.text(label, [link]))
    else tr.removeMark(from, to, marks.link).addMark(from, to, link)
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView())
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const link = linkAt(state)
  if (!link) return false
  dispatch?.(state.tr.removeMark(link.from, link.to, marks.link))
  return true
}

/** A figure goes into the line; a table of the site's data is a separate block. */
export const insertFigure = ({ name, isTable }: FactChoice): Command =>
  isTable ? insertBlock(nodes.data_table.create({ name })) : insertInline(nodes.fact.create({ name }))

/** Replaces the selected picture, or inserts into an empty paragraph or the line. */
export const insertPicture =
  ({ id, alt }: ChosenPicture): Command =>
  (state, dispatch) => {
    const picture = nodes.picture.create({ src: `/pictures/${id}`, alt })
    const isInLine = selectedPicture(state) !== null || state.selection.$from.parent.content.size === 0
    const insert = isInLine ? insertInline(picture) : insertBlock(nodes.paragraph.create(null, [picture]))
    return insert(state, dispatch)
  }
