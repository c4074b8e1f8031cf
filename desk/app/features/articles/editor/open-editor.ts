/** The editor in the page, independent of React. Only the page of an article loads it, and only with script. */
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, Selection, TextSelection } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { keysOf, writingRules } from './commands.ts'
import { blockAt, faultsPlugin, type LineFault, markFaults, positionOf } from './faults.ts'
import { type ReadDocument, readMarkdown } from './from-markdown.ts'
import { pasteHandlers } from './paste.ts'
import { type WrittenDocument, writeMarkdown } from './to-markdown.ts'

interface EditorOptions {
  markdown: string
  /** For screen readers: the label of the text field. */
  labelledBy: string
  describedBy: string
  /** Returns the current value of a quotable fact. */
  factValue(name: string): string | undefined
  onChange(): void
  /** Called at the start, and when the text or the cursor has changed. */
  onState(state: EditorState): void
  openLink(): void
  focusToolbar(): void
}

export interface OpenEditor {
  /** The current text; the same object until something changes. */
  written(): WrittenDocument
  run(command: Command): void
  focus(): void
  /** Shows the faults of a text that `written` returned; does nothing if the text has changed since. */
  showFaults(faults: readonly LineFault[], of: WrittenDocument): void
  goToLine(line: number): void
  close(): void
}

export function openEditor(place: HTMLElement, options: EditorOptions): OpenEditor {
  const read: ReadDocument = readMarkdown(options.markdown)
  let written: { doc: Node; text: WrittenDocument } | null = null
  const write = (doc: Node): WrittenDocument => {
    if (written?.doc !== doc) written = { doc, text: writeMarkdown(doc, read) }
    return written.text
  }
  const view = new EditorView(place, {
    state: EditorState.create({
      doc: read.doc,
      plugins: [
        writingRules,
        keymap({ 'Alt-F10': focusing(options.focusToolbar) }),
        keymap(keysOf(options.openLink)),
        history(),
        tableEditing(),
        gapCursor(),
        faultsPlugin,
      ],
    }),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': options.labelledBy,
      'aria-describedby': options.describedBy,
      class: 'editor-text prose',
      spellcheck: 'true',
    },
    handleDOMEvents: pasteHandlers,
    nodeViews: { fact: (node) => ({ dom: factElement(node, options.factValue) }) },
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr))
      options.onState(view.state)
      if (tr.docChanged) options.onChange()
    },
  })
  options.onState(view.state)
  return {
    written: () => write(view.state.doc),
    run(command) {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    focus: () => view.focus(),
    showFaults(faults, of) {
      if (written?.doc !== view.state.doc || written.text !== of) return
      const [key, marked] = markFaults({ faults, lines: of.lines })
      view.dispatch(view.state.tr.setMeta(key, marked).setMeta('addToHistory', false))
    },
    goToLine(line) {
      const { doc } = view.state
      const at = positionOf(doc, Math.min(blockAt(write(doc).lines, line), doc.childCount - 1))
      const selection = Selection.findFrom(doc.resolve(at), 1, true) ?? TextSelection.atStart(doc)
      view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
      view.focus()
    },
    close: () => view.destroy(),
  }
}

const focusing =
  (focus: () => void): Command =>
  () => {
    focus()
    return true
  }

/** The figure as it will be shown. */
function factElement(
  { attrs: { name } }: Node,
  printedValue: (name: string) => string | undefined,
): HTMLElement {
  const element = document.createElement('span')
  const value = printedValue(name)
  element.className = 'editor-fact'
  element.dataset.fact = name
  element.textContent = value ?? `{{${name}}}`
  element.title = value === undefined ? `There is no figure named ${name}` : `The figure ${name}`
  return element
}
