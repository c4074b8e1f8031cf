/** The common parts of the previews of all kinds of lists. */
import { formatNumber } from '../../../../app/shared/format.ts'
import type { WriteProblem } from '../../../../services/import/desk-import.ts'
import { Pager } from '../../ui/pager.tsx'

/** @param what 'the stock' */
export function Problem({ problem, what }: { problem: WriteProblem; what: string }) {
  const text =
    problem.kind === 'changed'
      ? `Nothing was imported: ${problem.registrations.slice(0, 10).join(', ') || what} changed while you were looking. Below is how things are now.`
      : `Nothing was imported, because the backend failed (${problem.message}). Try again.`
  return (
    <p className="desk-note mb-4 max-w-reading" data-kind="error" role="alert">
      {text}
    </p>
  )
}

export function addressOf(id: string, fate: string | null, page = 1): string {
  const query = new URLSearchParams({
    ...(fate ? { fate } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/import/${id}${query.size > 0 ? `?${query}` : ''}`
}

interface PagesProps {
  plan: { id: string; fate: string | null; page: number; pages: number }
}

export function FatePages({ plan: { id, fate, page, pages } }: PagesProps) {
  if (pages === 1) return null
  return (
    <Pager
      previous={page > 1 ? addressOf(id, fate, page - 1) : null}
      next={page < pages ? addressOf(id, fate, page + 1) : null}
    >{`Page ${formatNumber(page)} of ${formatNumber(pages)}`}</Pager>
  )
}
