import type { Command, EditorState } from 'prosemirror-state'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { ariaKeysOf, BUTTONS, type Button, isIn, type ToolName } from './commands.ts'
import { schema } from './schema.ts'

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
  const buttons = state && isIn(state, schema.nodes.table) ? [...BUTTONS, ...tableButtons] : BUTTONS
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
      {buttons.map(({ label, key, isPressed, action }, index) => (
        <button
          key={label}
          type="button"
          tabIndex={index === stop ? 0 : -1}
          aria-pressed={isPressed && state !== null && isPressed(state)}
          aria-keyshortcuts={key && ariaKeysOf(key)}
          aria-haspopup={typeof action === 'string' && action !== 'table' ? 'dialog' : undefined}
          title={key ? `${label} (${ariaKeysOf(key).replace('Control', 'Ctrl')})` : label}
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
