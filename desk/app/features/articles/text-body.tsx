import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useLoaded } from '../../ui/use-loaded.tsx'
import type { BodyEditorHandle } from './editor/body-editor.client.tsx'
import type { LineFault } from './editor/faults.ts'
import type { FactChoice } from './editor/insert.ts'

export interface TextBodyHandle {
  goToLine(line: number): void
  /** The faults of the text that was sent last. */
  showFaults(faults: readonly LineFault[]): void
}

interface TextBodyProps {
  ref: Ref<TextBodyHandle>
  markdown: string
  facts(): readonly FactChoice[]
  isFaulty: boolean
  onChange(): void
}

/** The text of an article: a Markdown field that becomes an editor once that has loaded. */
export function TextBody({ ref, markdown, facts, isFaulty, onChange }: TextBodyProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<BodyEditorHandle>(null)
  const sent = useRef<ReturnType<BodyEditorHandle['written']> | null>(null)
  const { module, progress, load } = useLoaded(() => import('./editor/body-editor.client.tsx'))
  /** What the editor began with. Null without script, while it loads, and for people who prefer Markdown. */
  const [opened, setOpened] = useState<string | null>(null)

  const openEditor = async () => {
    // If the editor cannot be loaded, the Markdown field stays.
    if (await load()) setOpened(field.current?.value ?? markdown)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page responds to script
  useEffect(() => {
    openEditor()
  }, [])

  // Puts the editor's text into the form data whenever the form is read or sent.
  useEffect(() => {
    const form = field.current?.form
    const add = ({ formData }: FormDataEvent) => {
      if (!editor.current) return
      sent.current = editor.current.written()
      formData.set('body', sent.current.markdown)
    }
    form?.addEventListener('formdata', add)
    return () => form?.removeEventListener('formdata', add)
  }, [])

  useImperativeHandle(ref, () => ({
    goToLine(line) {
      if (editor.current) editor.current.goToLine(line)
      else selectLine(field.current, line)
    },
    showFaults(faults) {
      if (sent.current) editor.current?.showFaults(faults, sent.current)
    },
  }))

  function writeMarkdown() {
    const { markdown: text } = editor.current?.written() ?? { markdown }
    setOpened(null)
    if (field.current) field.current.value = text
  }

  const isOpen = opened !== null
  return (
    <div className="desk-field">
      <div className="flex items-center justify-between text-note">
        <label id="text-label" htmlFor="text-field" className="font-medium">
          Text
        </label>
        <button
          type="button"
          className="needs-script row-action -mr-1.5"
          onClick={isOpen ? writeMarkdown : openEditor}
        >
          {isOpen ? 'Write in Markdown' : 'Use the editor'}
        </button>
      </div>
      <p id="text-help" className={isOpen ? 'sr-only' : 'help'}>
        {isOpen
          ? 'Alt+F10 goes to the toolbar, Escape back to the text. Ctrl+Enter leaves a table or list.'
          : 'Markdown: ## starts a heading, - a list, a blank line a paragraph; **bold**, _italic_, [link text](/address).'}
      </p>
      {progress === 'failed' && (
        <p className="help" role="status">
          The editor could not be loaded. Write in Markdown, or reload the page once you are online.
        </p>
      )}
      {module && isOpen && (
        <module.default
          ref={editor}
          markdown={opened}
          labelledBy="text-label"
          describedBy="text-help"
          facts={facts}
          onChange={onChange}
        />
      )}
      <textarea
        ref={field}
        id="text-field"
        name="body"
        className="desk-input wrap-anywhere min-h-96 font-mono text-row leading-normal"
        rows={24}
        defaultValue={markdown}
        hidden={isOpen}
        disabled={isOpen}
        aria-describedby="text-help"
        aria-invalid={isFaulty || undefined}
        onInput={onChange}
      />
    </div>
  )
}

function selectLine(field: HTMLTextAreaElement | null, line: number) {
  if (!field) return
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}
