/** The plugins of writing and of tables; loaded with `writing-tools.ts`. */
import { gapCursor } from 'prosemirror-gapcursor'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { type Command, type Plugin, TextSelection } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  nextCell,
  selectionCell,
  tableEditing,
} from 'prosemirror-tables'
import { schema } from './schema.ts'

const { nodes } = schema

/** Moves to the cell below, or adds a row after the last one. */
const enterCell: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const below = nextCell(selectionCell(state), 'vert', 1)
  if (!below) return addRowAfter(state, dispatch)
  dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(below.pos + 2))).scrollIntoView())
  return true
}

/** Markdown shortcuts, one for each kind of block. */
const writingRules = inputRules({
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

/** Rules and keys come before those of the text; the rest comes after all others, which handle keys and clicks first. */
export const withTools = (plugins: readonly Plugin[]): Plugin[] => [
  writingRules,
  keymap({ Tab: goToNextCell(1), 'Shift-Tab': goToNextCell(-1), Enter: enterCell }),
  ...plugins,
  tableEditing(),
  // Beside a table there may be no text that could have the cursor.
  gapCursor(),
]

export const TABLE_COMMANDS: readonly { label: string; action: Command }[] = [
  { label: 'Add a row', action: addRowAfter },
  { label: 'Add a column', action: addColumnAfter },
  { label: 'Delete the row', action: deleteRow },
  { label: 'Delete the column', action: deleteColumn },
  { label: 'Delete the table', action: deleteTable },
]
