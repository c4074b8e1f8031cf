import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
} from 'prosemirror-tables'
import type { FactChoice } from './fact-picker.tsx'
import type { ChosenPicture } from './picture-picker.tsx'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Pressing the button of a heading again turns it back into text. */
export const toggleHeading =
  (level: number): Command =>
  (state, dispatch) =>
    isHeading(state, level)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch)

export function isHeading({ selection: { $from } }: EditorState, level: number): boolean {
  return $from.parent.type === nodes.heading && $from.parent.attrs.level === level
}

export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = listAround(state)
    if (!list) return wrapInList(type)(state, dispatch)
    if (list.node.type === type) return liftListItem(nodes.list_item)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(list.at, type, { isLoose: list.node.attrs.isLoose }))
    return true
  }

export const isInList = (state: EditorState, type: NodeType): boolean => listAround(state)?.node.type === type

function listAround({ selection: { $from } }: EditorState): { node: Node; at: number } | null {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type === nodes.bullet_list || node.type === nodes.ordered_list)
      return { node, at: $from.before(depth) }
  }
  return null
}

export const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, ({ type }) => type === nodes.blockquote)
  if (!range) return wrapIn(nodes.blockquote)(state, dispatch)
  dispatch?.(state.tr.lift(range, range.depth - 1))
  return true
}

export function isInQuote({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === nodes.blockquote) return true
  return false
}

export function isMarked({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, $from, to, empty } = selection
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

/** Inserts three rows of two columns, with the cursor in the first heading. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false
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

/** The link at the cursor, with its start and end. */
export function linkAt({ selection, doc }: EditorState): { href: string; from: number; to: number } | null {
  const { $from, from, to } = selection
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return null
  let [start, end] = [from, to]
  const parentStart = $from.start()
  doc.nodesBetween(parentStart, $from.end(), (node, at) => {
    if (!node.isInline || !mark.isInSet(node.marks)) return
    if (at <= from && at + node.nodeSize >= from) {
      start = Math.min(start, at)
      end = Math.max(end, at + node.nodeSize)
    }
  })
  return { href: mark.attrs.href, from: start, to: end }
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

/** Moves to the cell below, or adds a row after the last one. */
const enterCell: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const { $from } = state.selection
  const rowDepth = $from.depth - 2
  const table = $from.node(rowDepth - 1)
  const rowIndex = $from.index(rowDepth - 1)
  const columnIndex = $from.index(rowDepth)
  if (rowIndex === table.childCount - 1) return addRowAfter(state, dispatch)
  let at = $from.start(rowDepth - 1)
  for (let index = 0; index <= rowIndex; index++) at += table.child(index).nodeSize
  const below = table.child(rowIndex + 1)
  at += 1
  for (let index = 0; index < Math.min(columnIndex, below.childCount - 1); index++)
    at += below.child(index).nodeSize
  dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(at + 2))).scrollIntoView())
  return true
}

/** Adds a paragraph after the block at the cursor, which leaves a table or quote. */
const leaveBlock: Command = (state, dispatch) => {
  const { $to } = state.selection
  const after = $to.depth > 0 ? $to.after(1) : state.selection.to
  const tr = state.tr.insert(after, nodes.paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView())
  return true
}

const breakLine: Command = (state, dispatch) => {
  if (isInTable(state) || state.selection.$from.parent.type.name === 'heading') return true
  dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create()).scrollIntoView())
  return true
}

/** Tab leaves the text, so that it is not a keyboard trap; within a table it moves between cells. */
export function keysOf(openLink: () => void): Record<string, Command> {
  const link: Command = () => {
    openLink()
    return true
  }
  return {
    ...baseKeymap,
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': toggleMark(marks.bold),
    'Mod-i': toggleMark(marks.italic),
    'Mod-k': link,
    'Mod-Alt-2': toggleHeading(2),
    'Mod-Alt-3': toggleHeading(3),
    'Mod-Shift-7': toggleList(nodes.ordered_list),
    'Mod-Shift-8': toggleList(nodes.bullet_list),
    'Mod-Shift-9': toggleQuote,
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
    Enter: chainCommands(enterCell, splitListItem(nodes.list_item), baseKeymap.Enter as Command),
    'Shift-Enter': chainCommands(exitCode, breakLine),
    'Mod-Enter': leaveBlock,
  }
}

/** Markdown shortcuts, one for each kind of block. */
export const writingRules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{2,3})\s$/, nodes.heading, ([, hashes]) => ({ level: hashes?.length ?? 2 })),
    wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
    wrappingInputRule(
      /^(\d{1,9})\.\s$/,
      nodes.ordered_list,
      ([, start]) => ({ start: Number(start) }),
      ([, start], list) => list.childCount + list.attrs.start === Number(start),
    ),
    wrappingInputRule(/^>\s$/, nodes.blockquote),
    new InputRule(/\{\{\s*([a-z0-9:-]+)\s*\}\}$/, (state, [, name = ''], start, end) => {
      const { $from } = state.selection
      if ($from.parent.type.spec.code) return null
      const table = /^table:(.+)$/.exec(name)?.[1]
      if (table === undefined) return state.tr.replaceWith(start, end, nodes.fact.create({ name }))
      const isAlone = $from.depth === 1 && start === $from.start() && end === $from.end()
      return isAlone
        ? state.tr.replaceRangeWith($from.before(), $from.after(), nodes.data_table.create({ name: table }))
        : null
    }),
  ],
})

export const TABLE_COMMANDS: readonly [label: string, command: Command][] = [
  ['Add a row', addRowAfter],
  ['Add a column', addColumnAfter],
  ['Delete the row', deleteRow],
  ['Delete the column', deleteColumn],
  ['Delete the table', deleteTable],
]

/** The selected picture. */
export function selectedPicture({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection && selection.node.type === nodes.picture ? selection.node : null
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
