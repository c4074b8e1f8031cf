import { toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import { type KeyboardEvent, type Ref, useState } from 'react'
import {
  isHeading,
  isIn,
  isInList,
  isMarked,
  linkMark,
  selectedPicture,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

export type PickerName = 'link' | 'picture' | 'plate' | 'fact'

/** The buttons that need the writing tools. A table is inserted without a dialog. */
export type ToolName = PickerName | 'table'

interface Button {
  label: string
  /** The value of `aria-keyshortcuts` on Windows. */
  keys?: string
  isPressed?: (state: EditorState) => boolean
  action: Command | ToolName
}

const BUTTONS: readonly Button[] = [
  {
    label: 'Heading',
    keys: 'Control+Alt+2',
    isPressed: (state) => isHeading(state, 2),
    action: toggleHeading(2),
  },
  {
    label: 'Subheading',
    keys: 'Control+Alt+3',
    isPressed: (state) => isHeading(state, 3),
    action: toggleHeading(3),
  },
  {
    label: 'Bold',
    keys: 'Control+B',
    isPressed: (state) => isMarked(state, marks.bold),
    action: toggleMark(marks.bold),
  },
  {
    label: 'Italic',
    keys: 'Control+I',
    isPressed: (state) => isMarked(state, marks.italic),
    action: toggleMark(marks.italic),
  },
  { label: 'Link', keys: 'Control+K', isPressed: (state) => linkMark(state) !== undefined, action: 'link' },
  {
    label: 'List',
    keys: 'Control+Shift+8',
    isPressed: (state) => isInList(state, nodes.bullet_list),
    action: toggleList(nodes.bullet_list),
  },
  {
    label: 'Numbered list',
    keys: 'Control+Shift+7',
    isPressed: (state) => isInList(state, nodes.ordered_list),
    action: toggleList(nodes.ordered_list),
  },
  {
    label: 'Quote',
    keys: 'Control+Shift+9',
    isPressed: (state) => isIn(state, nodes.blockquote),
    action: toggleQuote,
  },
  { label: 'Table', isPressed: (state) => isIn(state, nodes.table), action: 'table' },
  { label: 'Picture', isPressed: (state) => selectedPicture(state) !== null, action: 'picture' },
  { label: 'Plate', action: 'plate' },
  { label: 'Figure', action: 'fact' },
  { label: 'Undo', keys: 'Control+Z', action: undo },
  { label: 'Redo', keys: 'Control+Y', action: redo },
]

interface ToolbarProps {
  ref: Ref<HTMLDivElement>
  /** Null until the editor is open. */
  state: EditorState | null
  controls: string
  /** Those of a table; none until they have loaded. */
  tableButtons: readonly Button[]
  run(command: Command): void
  open(tool: ToolName): void
  /** Escape returns to the text. */
  leave(): void
}

/** One tab stop; the arrow keys move between buttons, as in the ARIA toolbar pattern. */
export function EditorToolbar({ ref, state, controls, tableButtons, run, open, leave }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const buttons = state && isIn(state, nodes.table) ? [...BUTTONS, ...tableButtons] : BUTTONS
  const stop = Math.min(current, buttons.length - 1)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const to = {
      ArrowRight: (stop + 1) % buttons.length,
      ArrowLeft: (stop + buttons.length - 1) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key]
    if (event.key === 'Escape') leave()
    else if (to === undefined) return
    else {
      setCurrent(to)
      event.currentTarget.querySelectorAll('button')[to]?.focus()
    }
    event.preventDefault()
  }

  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className="desk:sticky desk:top-26 z-4 flex flex-wrap gap-0.5 rounded-t-md border-line border-b bg-panel p-1"
      onKeyDown={onKeyDown}
    >
      {buttons.map(({ label, keys, isPressed, action }, index) => (
        <button
          key={label}
          type="button"
          tabIndex={index === stop ? 0 : -1}
          aria-pressed={isPressed && state !== null && isPressed(state)}
          aria-keyshortcuts={keys}
          aria-haspopup={typeof action === 'string' && action !== 'table' ? 'dialog' : undefined}
          title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
          className="desk:min-h-9 min-h-10 whitespace-nowrap rounded-sm px-2 text-note hover:bg-ink/7 aria-pressed:bg-green aria-pressed:text-on-green"
          // With the mouse, the text keeps its focus and selection.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => (typeof action === 'string' ? open(action) : run(action))}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
