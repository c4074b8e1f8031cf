import { EXPLORER_LIST, EXPLORERS, type Explorer, type ExplorerName } from '#shared/sales/explorers.ts'

/** The lists that can be imported: a dealer's stock, sold prices, and the results of an auction. */
export type SalesKind = ExplorerName | 'auction'
export type ListKind = 'stock' | SalesKind

export const explorerOfList = (list: SalesKind): Explorer => EXPLORERS[list === 'auction' ? 'uk' : list]

export const LIST_KINDS: readonly ListKind[] = ['stock', ...EXPLORER_LIST.map(({ name }) => name), 'auction']

export const isListKind = (text: unknown): text is ListKind => LIST_KINDS.some((kind) => kind === text)
