import { DEFAULT_EXPLORER, EXPLORER_LIST, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { Option } from './define-command.ts'

const OTHERS = EXPLORER_LIST.filter(({ name }) => name !== DEFAULT_EXPLORER)

/** `--jersey` */
export const EXPLORER_OPTIONS: Record<string, Option> = Object.fromEntries(
  OTHERS.map(({ name, place }) => [
    name,
    { type: 'boolean', help: `${place}'s sales instead of the ${EXPLORERS[DEFAULT_EXPLORER].country}'s` },
  ]),
)

/** The explorer that an option names. */
export const explorerIn = (values: Record<string, unknown>): ExplorerName =>
  OTHERS.find(({ name }) => values[name] === true)?.name ?? DEFAULT_EXPLORER
