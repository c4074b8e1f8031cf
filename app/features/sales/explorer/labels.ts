import { DEFAULT_EXPLORER, EXPLORER_LIST, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { longDay } from '#shared/text/format.ts'

/** '/jersey/sales-explorer.csv' → 'jersey', also below the prefix of a web archive */
export const explorerAt = (pathname: string): ExplorerName =>
  (EXPLORER_LIST.findLast(({ path }) => pathname.includes(path)) ?? EXPLORERS[DEFAULT_EXPLORER]).name

export function describeArchived(explorer: ExplorerName, exportedAt: string | null): string {
  const from = exportedAt === null ? '' : ` from ${longDay(exportedAt)}`
  return `You're viewing archived data${from}. This may not reflect the most current ${EXPLORERS[explorer].sale}s information.`
}
