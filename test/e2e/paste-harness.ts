/** The editor's pasting in a page of its own, which `paste.spec.ts` bundles: HTML becomes Markdown. */
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { readMarkdown } from '#desk/app/features/articles/editor/from-markdown.ts'
import { insertPasted } from '#desk/app/features/articles/editor/pasted/insert-pasted.ts'
import { writeMarkdown } from '#desk/app/features/articles/editor/to-markdown.ts'

/** Pastes at the end of the first paragraph, or where it has a bar. */
function pasteInto(markdown: string, html: string): string {
  const { doc } = readMarkdown(markdown)
  const view = new EditorView(document.createElement('div'), { state: EditorState.create({ doc }) })
  let at = 0
  doc.descendants((node, position) => {
    const bar = node.text?.indexOf('|') ?? -1
    if (bar >= 0) at = position + bar
  })
  const { state } = view
  const selection = at === 0 ? TextSelection.atEnd(doc) : TextSelection.create(doc, at, at + 1)
  view.dispatch(state.tr.setSelection(selection))
  insertPasted(view, html)
  const { markdown: written } = writeMarkdown(view.state.doc)
  view.destroy()
  return written
}

Object.assign(globalThis, { pasteInto })
