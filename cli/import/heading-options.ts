import { findColumn, type HeadingChoices } from '#shared/cells/headings.ts'
import type { HeadingSpec } from '#shared/cells/table-specs.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { columnLabels, labelOf } from './describe-headings.ts'

/** Parses `--map price="Retail £"`, `--map -="Cost"` and `--ignore "Cost"`. @throws UsageError */
export function readChoices(
  list: HeadingSpec,
  map: readonly string[],
  ignore: readonly string[],
): HeadingChoices {
  const choices = { map: new Map<string, { heading: string; label: string }>(), ignore: [...ignore] }
  for (const entry of map) {
    const [, label = '', heading = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? []
    if (heading.trim() === '')
      throw new UsageError(`--map needs a column and a heading, such as --map price="Retail £".`)
    if (label.trim() === '-') {
      choices.ignore.push(heading)
      continue
    }
    const column = findColumn(list, label)
    if (column === undefined)
      throw new UsageError(
        `--map: unknown column “${escapeTerminal(label)}”. Known columns: ${columnLabels(list).join(', ')}.`,
      )
    if (choices.map.has(column)) throw new UsageError(`--map names two headings for ${labelOf(column)}.`)
    choices.map.set(column, { heading, label })
  }
  return choices
}
