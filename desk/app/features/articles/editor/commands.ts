/** What the toolbar and the keys of the editor do. */
import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Pressing the button of a heading again turns it back into text. */
export const toggleHeading =
  (level: number): Command =>
  (state, dispatch) =>
    isHeading(state, level)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch)

function isHeading({ selection: { $from } }: EditorState, level: number): boolean {
  return $from.parent.type === nodes.heading && $from.parent.attrs.level === level
}

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = listAround(state)
    if (!list) return wrapInList(type)(state, dispatch)
    if (list.node.type === type) return liftListItem(nodes.list_item)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(list.at, type, { isLoose: list.node.attrs.isLoose }))
    return true
  }

const isInList = (state: EditorState, type: NodeType): boolean => listAround(state)?.node.type === type

const listAround = (state: EditorState) => nodeAround(state, nodes.bullet_list, nodes.ordered_list)

export const isIn = (state: EditorState, type: NodeType): boolean => nodeAround(state, type) !== null

/** The innermost node of these types around the start of the selection, with its position. */
function nodeAround({ selection: { $from } }: EditorState, ...types: NodeType[]) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (types.includes(node.type)) return { node, at: $from.before(depth) }
  }
  return null
}

const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, ({ type }) => type === nodes.blockquote)
  if (!range) return wrapIn(nodes.blockquote)(state, dispatch)
  dispatch?.(state.tr.lift(range, range.depth - 1))
  return true
}

function isMarked({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, $from, to, empty } = selection
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

/** The link at the cursor, or right after it. */
export const linkMark = ({ selection: { $from } }: EditorState) =>
  marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? [])

/** Adds a paragraph after the block at the cursor, which leaves a table or quote. */
const leaveBlock: Command = (state, dispatch) => {
  const { $to } = state.selection
  const after = $to.depth > 0 ? $to.after(1) : state.selection.to
  const tr = state.tr.insert(after, nodes.paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView())
  return true
}

const breakLine: Command = (state, dispatch) => {
  if (isIn(state, nodes.table) || state.selection.$from.parent.type === nodes.heading) return true
  dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create()).scrollIntoView())
  return true
}

/** The selected picture. */
export function selectedPicture({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection && selection.node.type === nodes.picture ? selection.node : null
}

export type PickerName = 'link' | 'picture' | 'plate' | 'fact'

/** The buttons that need the writing tools. A table is inserted without a dialog. */
export type ToolName = PickerName | 'table'

export interface Button {
  label: string
  /** As ProseMirror names it: 'Mod-Shift-8'. */
  key?: string
  isPressed?: (state: EditorState) => boolean
  action: Command | ToolName
}

const headingButton = (label: string, level: number): Button => ({
  label,
  key: `Mod-Alt-${level}`,
  isPressed: (state) => isHeading(state, level),
  action: toggleHeading(level),
})

const markButton = (label: string, key: string, type: MarkType): Button => ({
  label,
  key,
  isPressed: (state) => isMarked(state, type),
  action: toggleMark(type),
})

const listButton = (label: string, key: string, type: NodeType): Button => ({
  label,
  key,
  isPressed: (state) => isInList(state, type),
  action: toggleList(type),
})

export const BUTTONS: readonly Button[] = [
  headingButton('Heading', 2),
  headingButton('Subheading', 3),
  markButton('Bold', 'Mod-b', marks.bold),
  markButton('Italic', 'Mod-i', marks.italic),
  { label: 'Link', key: 'Mod-k', isPressed: (state) => linkMark(state) !== undefined, action: 'link' },
  listButton('List', 'Mod-Shift-8', nodes.bullet_list),
  listButton('Numbered list', 'Mod-Shift-7', nodes.ordered_list),
  {
    label: 'Quote',
    key: 'Mod-Shift-9',
    isPressed: (state) => isIn(state, nodes.blockquote),
    action: toggleQuote,
  },
  { label: 'Table', isPressed: (state) => isIn(state, nodes.table), action: 'table' },
  { label: 'Picture', isPressed: (state) => selectedPicture(state) !== null, action: 'picture' },
  { label: 'Plate', action: 'plate' },
  { label: 'Figure', action: 'fact' },
  { label: 'Undo', key: 'Mod-z', action: undo },
  { label: 'Redo', key: 'Mod-y', action: redo },
]

/** 'Mod-b' → 'Control+B', as in `aria-keyshortcuts` on Windows. */
export const ariaKeysOf = (key: string): string =>
  key
    .replace('Mod', 'Control')
    .replaceAll('-', '+')
    .replace(/[a-z]$/, (letter) => letter.toUpperCase())

const buttonKeys = BUTTONS.flatMap(({ key, action }): [string, Command][] =>
  key === undefined || typeof action === 'string' ? [] : [[key, action]],
)

/** Tab leaves the text, so that it is not a keyboard trap; within a table it moves between cells (tool-plugins.ts). */
export function keysOf(page: { openLink(): void; focusToolbar(): void }): Record<string, Command> {
  const calling = (run: () => void): Command => {
    return () => {
      run()
      return true
    }
  }
  return {
    ...baseKeymap,
    ...Object.fromEntries(buttonKeys),
    'Alt-F10': calling(page.focusToolbar),
    'Mod-Shift-z': redo,
    'Mod-k': calling(page.openLink),
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    Enter: chainCommands(splitListItem(nodes.list_item), baseKeymap.Enter as Command),
    'Shift-Enter': chainCommands(exitCode, breakLine),
    'Mod-Enter': leaveBlock,
  }
}
