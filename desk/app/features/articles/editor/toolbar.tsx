import type { Command } from 'prosemirror-state'
import { type KeyboardEvent, type Ref, useState } from 'react'
import {
  insertTable,
  redo,
  TABLE_COMMANDS,
  toggleBold,
  toggleHeading,
  toggleItalic,
  toggleList,
  toggleQuote,
  undo,
} from './commands.ts'
import type { Place } from './open-editor.ts'
import { schema } from './schema.ts'

export type PickerName = 'link' | 'picture' | 'plate' | 'fact'

interface Button {
  label: string
  /** The value of `aria-keyshortcuts` on Windows. */
  keys?: string
  isPressed?: (place: Place) => boolean
  action: Command | PickerName
}

const BUTTONS: readonly Button[] = [
  {
    label: 'Heading',
    keys: 'Control+Alt+2',
    isPressed: ({ heading }) => heading === 2,
    action: toggleHeading(2),
  },
  {
    label: 'Subheading',
    keys: 'Control+Alt+3',
    isPressed: ({ heading }) => heading === 3,
    action: toggleHeading(3),
  },
  { label: 'Bold', keys: 'Control+B', isPressed: ({ isBold }) => isBold, action: toggleBold },
  { label: 'Italic', keys: 'Control+I', isPressed: ({ isItalic }) => isItalic, action: toggleItalic },
  { label: 'Link', keys: 'Control+K', isPressed: ({ isLink }) => isLink, action: 'link' },
  {
    label: 'List',
    keys: 'Control+Shift+8',
    isPressed: ({ list }) => list === 'bullet',
    action: toggleList(schema.nodes.bullet_list),
  },
  {
    label: 'Numbered list',
    keys: 'Control+Shift+7',
    isPressed: ({ list }) => list === 'ordered',
    action: toggleList(schema.nodes.ordered_list),
  },
  { label: 'Quote', keys: 'Control+Shift+9', isPressed: ({ isQuote }) => isQuote, action: toggleQuote },
  { label: 'Table', isPressed: ({ isTable }) => isTable, action: insertTable },
  { label: 'Picture', isPressed: ({ isPicture }) => isPicture, action: 'picture' },
  { label: 'Plate', action: 'plate' },
  { label: 'Figure', action: 'fact' },
  { label: 'Undo', keys: 'Control+Z', action: undo },
  { label: 'Redo', keys: 'Control+Y', action: redo },
]

const IN_TABLE: readonly Button[] = TABLE_COMMANDS.map(([label, action]) => ({ label, action }))

interface ToolbarProps {
  ref: Ref<HTMLDivElement>
  place: Place
  controls: string
  run(command: Command): void
  open(picker: PickerName): void
  /** Escape returns to the text. */
  leave(): void
}

/** One tab stop; the arrow keys move between buttons, as in the ARIA toolbar pattern. */
export function EditorToolbar({ ref, place, controls, run, open, leave }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const buttons = place.isTable ? [...BUTTONS, ...IN_TABLE] : BUTTONS
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
      className="editor-toolbar"
      onKeyDown={onKeyDown}
    >
      {buttons.map(({ label, keys, isPressed, action }, index) => (
        <button
          key={label}
          type="button"
          tabIndex={index === stop ? 0 : -1}
          aria-pressed={isPressed?.(place)}
          aria-keyshortcuts={keys}
          aria-haspopup={typeof action === 'string' ? 'dialog' : undefined}
          title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
          className="editor-button"
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
