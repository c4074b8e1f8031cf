import type { EditorState } from 'prosemirror-state'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { insertFigure, insertInline, insertPicture, linkAt, removeLink, setLink } from './commands.ts'
import { type FactChoice, FactPicker } from './fact-picker.tsx'
import { type OpenEditor, openEditor } from './open-editor.ts'
import { LinkPicker, PlatePicker } from './page-pickers.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { schema } from './schema.ts'
import { EditorToolbar, type PickerName } from './toolbar.tsx'

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
      openLink: () => setPicker('link'),
      focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    })
    editor.current = opened
    return () => opened.close()
  }, [])

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
  const choose = (run: (editor: OpenEditor) => void) => {
    flushSync(() => setPicker(null))
    if (editor.current) run(editor.current)
  }
  return (
    <div className="editor">
      <EditorToolbar
        ref={toolbar}
        state={state}
        controls={`${id}-text`}
        run={(command) => editor.current?.run(command)}
        open={setPicker}
        leave={() => editor.current?.focus()}
      />
      <div ref={place} id={`${id}-text`} className="p-3 min-[56rem]:p-5" />
      {picker === 'link' && (
        <LinkPicker
          href={(state && linkAt(state)?.href) ?? null}
          onChoose={(href, label) => choose(({ run }) => run(setLink(href, label)))}
          onRemove={() => choose(({ run }) => run(removeLink))}
          onClose={close}
        />
      )}
      {picker === 'plate' && (
        <PlatePicker
          onChoose={(registration) =>
            choose(({ run }) => run(insertInline(schema.nodes.plate.create({ registration }))))
          }
          onLink={(href, label) => choose(({ run }) => run(setLink(href, label)))}
          onClose={close}
        />
      )}
      {picker === 'fact' && (
        <FactPicker
          facts={facts()}
          onChoose={(fact) => choose(({ run }) => run(insertFigure(fact)))}
          onClose={close}
        />
      )}
      {picker === 'picture' && (
        <PicturePicker
          onChoose={(picture) => choose(({ run }) => run(insertPicture(picture)))}
          onClose={close}
        />
      )}
    </div>
  )
}
