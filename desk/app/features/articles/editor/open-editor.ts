/** The editor in the page, independent of React. Only the page of an article loads it, and only with script. */
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, Selection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { keysOf } from './commands.ts'
import { faultsPlugin, type LineFault, type PlacedFaults } from './faults.ts'
import { type ReadDocument, readMarkdown } from './from-markdown.ts'
import { blockAt, type WrittenDocument, writeMarkdown } from './to-markdown.ts'

export type WritingTools = typeof import('./writing-tools.ts')

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
  /** Null if they cannot be loaded. */
  loadTools(): Promise<WritingTools | null>
}

export interface OpenEditor {
  /** The current text; the same object until something changes. */
  written(): WrittenDocument
  run(command: Command): void
  focus(): void
  /** Shows the faults of a text that `written` returned; does nothing if the text has changed since. */
  showFaults(faults: readonly LineFault[], of: WrittenDocument): void
  goToLine(line: number): void
  addTools(tools: WritingTools): void
  close(): void
}

export function openEditor(place: HTMLElement, options: EditorOptions): OpenEditor {
  const read: ReadDocument = readMarkdown(options.markdown)
  let tools: WritingTools | null = null
  let written: { doc: Node; text: WrittenDocument } | null = null
  const write = (doc: Node): WrittenDocument => {
    if (written?.doc !== doc) written = { doc, text: writeMarkdown(doc, read) }
    return written.text
  }
  const view = new EditorView(place, {
    state: EditorState.create({
      doc: read.doc,
      plugins: [keymap(keysOf(options)), history(), faultsPlugin],
    }),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': options.labelledBy,
      'aria-describedby': options.describedBy,
      class: 'editor-text prose',
      spellcheck: 'true',
    },
    handleDOMEvents: {
      paste: (_, event) => insertFrom(event, event.clipboardData),
      drop: (_, event) => !view.dragging && insertFrom(event, event.dataTransfer),
    },
    nodeViews: { fact: (node) => ({ dom: factElement(node, options.factValue) }) },
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr))
      options.onState(view.state)
      if (tr.docChanged) options.onChange()
    },
  })
  options.onState(view.state)
  /** ProseMirror's own parsing of HTML would need a policy that allows any HTML. */
  function insertFrom(event: Event, data: DataTransfer | null): boolean {
    const html = data?.getData('text/html')
    if (!html) return false
    event.preventDefault()
    insertHtml(html, data?.getData('text/plain') ?? '')
    return true
  }
  async function insertHtml(html: string, text: string) {
    const loaded = tools ?? (await options.loadTools())
    if (view.isDestroyed) return
    if (loaded) loaded.insertPasted(view, html)
    else view.pasteText(text)
  }
  return {
    written: () => write(view.state.doc),
    run(command) {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    focus: () => view.focus(),
    showFaults(faults, of) {
      if (written?.doc !== view.state.doc || written.text !== of) return
      const placed: PlacedFaults = { faults, lines: of.lines }
      view.dispatch(view.state.tr.setMeta(faultsPlugin, placed).setMeta('addToHistory', false))
    },
    goToLine(line) {
      const { doc } = view.state
      const at = doc.resolve(0).posAtIndex(blockAt(write(doc).lines, line))
      const selection = Selection.findFrom(doc.resolve(at), 1, true) ?? TextSelection.atStart(doc)
      view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
      view.focus()
    },
    addTools(loaded) {
      tools = loaded
      view.updateState(view.state.reconfigure({ plugins: tools.withTools(view.state.plugins) }))
    },
    close: () => view.destroy(),
  }
}

/** The figure as it will be shown. */
function factElement(
  { attrs: { name } }: Node,
  printedValue: (name: string) => string | undefined,
): HTMLElement {
  const element = document.createElement('span')
  const value = printedValue(name)
  element.dataset.fact = name
  element.textContent = value ?? `{{${name}}}`
  element.title = value === undefined ? `There is no figure named ${name}` : `The figure ${name}`
  return element
}
