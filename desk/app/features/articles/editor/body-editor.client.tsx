import type { Command, EditorState } from 'prosemirror-state'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { LoadProgress, useLoaded } from '#desk/app/ui/use-loaded.tsx'
import { linkMark, type PickerName, type ToolName } from './commands.ts'
import type { FactChoice } from './insert.ts'
import { type OpenEditor, openEditor, type WritingTools } from './open-editor.ts'
import { EditorToolbar } from './toolbar.tsx'

export type BodyEditorHandle = Pick<OpenEditor, 'written' | 'showFaults' | 'goToLine'>

interface BodyEditorProps {
  ref: Ref<BodyEditorHandle>
  /** Read once; afterwards the editor holds the text. */
  markdown: string
  labelledBy: string
  describedBy: string
  /** The current facts of the site and of this article. */
  facts(): readonly FactChoice[]
  onChange(): void
}

/** The article's text as it will look, with its toolbar. The editor converts to and from Markdown. */
export default function BodyEditor({
  ref,
  markdown,
  labelledBy,
  describedBy,
  facts,
  onChange,
}: BodyEditorProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [picker, setPicker] = useState<PickerName | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const { module: tools, progress, load } = useLoaded<WritingTools>(() => import('./writing-tools.ts'))
  const latest = useRef({ facts, onChange })
  latest.current = { facts, onChange }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once, with what it was given first
  useEffect(() => {
    if (!place.current) return
    const opened = openEditor(place.current, {
      markdown,
      labelledBy,
      describedBy,
      factValue: (name) => latest.current.facts().find((fact) => fact.name === name)?.value,
      onChange: () => latest.current.onChange(),
      onState: setState,
      openLink: () => open('link'),
      loadTools: waitForTools,
      focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    })
    editor.current = opened
    return () => opened.close()
  }, [])

  useEffect(() => {
    if (tools) editor.current?.addTools(tools)
  }, [tools])

  async function waitForTools() {
    setIsWaiting(true)
    const loaded = await load()
    setIsWaiting(false)
    return loaded
  }

  async function open(name: ToolName) {
    // At once if they are here, so that the next letter is typed into the table.
    const loaded = tools ?? (await waitForTools())
    if (!loaded) return
    if (name === 'table') choose(loaded.insertTable)
    else setPicker(name)
  }

  useImperativeHandle(
    ref,
    () => ({
      written: () => editor.current?.written() ?? { markdown, lines: [1] },
      showFaults: (...given) => editor.current?.showFaults(...given),
      goToLine: (line) => editor.current?.goToLine(line),
    }),
    [markdown],
  )

  const close = () => {
    setPicker(null)
    editor.current?.focus()
  }
  /** Close the dialog first and synchronously, so that the text gets the focus and no typed letter is lost. */
  const choose = (command: Command) => {
    flushSync(() => setPicker(null))
    editor.current?.run(command)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it loads what is about to be used
    <div className="editor rounded-md border border-ink/45 bg-panel" onFocus={load} onPointerEnter={load}>
      <EditorToolbar
        ref={toolbar}
        state={state}
        controls={`${id}-text`}
        tableButtons={tools?.TABLE_COMMANDS ?? []}
        run={(command) => editor.current?.run(command)}
        open={open}
        leave={() => editor.current?.focus()}
      />
      <div className="desk:p-5 p-3">
        <LoadProgress
          progress={isWaiting || progress === 'failed' ? progress : null}
          what="A part of the editor"
        />
        <div ref={place} id={`${id}-text`} />
      </div>
      {tools && picker && (
        <tools.Pickers
          open={picker}
          href={(state && linkMark(state)?.attrs.href) ?? null}
          facts={facts()}
          onChoose={choose}
          onClose={close}
        />
      )}
    </div>
  )
}
