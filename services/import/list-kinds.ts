/** The lists that can be imported: a dealer's stock, sold prices, and the results of an auction. */
export const LIST_KINDS = ['stock', 'uk', 'jersey', 'auction'] as const

export type ListKind = (typeof LIST_KINDS)[number]
export type SalesKind = Exclude<ListKind, 'stock'>

export const isListKind = (text: unknown): text is ListKind => LIST_KINDS.some((kind) => kind === text)
