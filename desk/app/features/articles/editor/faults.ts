/** Shows faults beside the affected block. */

import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { capitalised } from '#shared/text/capitalised.ts'

export interface LineFault {
  line: number
  message: string
  severity: 'fault' | 'warning'
}

interface Marked {
  faults: readonly LineFault[]
  /** The first lines of the blocks. */
  lines: readonly number[]
}

const key = new PluginKey<DecorationSet>('faults')

export const faultsPlugin = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, decorations) {
      const marked = tr.getMeta(key) as Marked | undefined
      return marked ? decorate(tr.doc, marked) : decorations.map(tr.mapping, tr.doc)
    },
  },
  props: {
    decorations: (state) => key.getState(state),
  },
})

export const markFaults = (marked: Marked) => [key, marked] as const

/** The block that begins at a line or contains it. */
export function blockAt(lines: readonly number[], line: number): number {
  const next = lines.findIndex((first) => first > line)
  return Math.max(0, (next === -1 ? lines.length : next) - 1)
}

function decorate(doc: Node, { faults, lines }: Marked): DecorationSet {
  const byBlock = Map.groupBy(faults, ({ line }) => Math.min(blockAt(lines, line), doc.childCount - 1))
  const decorations = [...byBlock].flatMap(([index, found]) => {
    const from = positionOf(doc, index)
    const to = from + doc.child(index).nodeSize
    const severity = found.some((fault) => fault.severity === 'fault') ? 'fault' : 'warning'
    return [
      Decoration.node(from, to, { class: 'editor-faulty', 'data-severity': severity }),
      Decoration.widget(to, () => messageOf(found), {
        side: -1,
        key: `${index} ${found.map(({ message }) => message).join(' ')}`,
        ignoreSelection: true,
      }),
    ]
  })
  return DecorationSet.create(doc, decorations)
}

export function positionOf(doc: Node, index: number): number {
  let at = 0
  for (let before = 0; before < index; before++) at += doc.child(before).nodeSize
  return at
}

function messageOf(faults: readonly LineFault[]): HTMLElement {
  const list = document.createElement('ul')
  list.className = 'editor-faults'
  list.contentEditable = 'false'
  for (const { message, severity } of faults) {
    const item = document.createElement('li')
    item.dataset.severity = severity
    item.textContent = capitalised(message)
    list.append(item)
  }
  return list
}
