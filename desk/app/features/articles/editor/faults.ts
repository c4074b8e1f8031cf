/** Shows faults beside the affected block. */

import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { groupBy } from '#shared/list/group-by.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { blockAt } from './to-markdown.ts'

export interface LineFault {
  line: number
  message: string
  severity: 'fault' | 'warning'
}

/** The metadata of a transaction for `faultsPlugin`. */
export interface PlacedFaults {
  faults: readonly LineFault[]
  /** The first lines of the blocks. */
  lines: readonly number[]
}

export const faultsPlugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
  state: {
    init: () => DecorationSet.empty,
    apply(tr, decorations) {
      const placed = tr.getMeta(faultsPlugin) as PlacedFaults | undefined
      return placed ? decorate(tr.doc, placed) : decorations.map(tr.mapping, tr.doc)
    },
  },
  props: {
    decorations: (state) => faultsPlugin.getState(state),
  },
})

function decorate(doc: Node, { faults, lines }: PlacedFaults): DecorationSet {
  const byBlock = groupBy(faults, ({ line }) => Math.min(blockAt(lines, line), doc.childCount - 1))
  const decorations = [...byBlock].flatMap(([index, found]) => {
    const from = doc.resolve(0).posAtIndex(index)
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
