/** The common parts of the previews of all kinds of lists. */

import type { WriteProblem } from '#services/import/desk-import.ts'
import { formatNumber } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ColumnSelect } from './heading-questions.tsx'
import type { ColumnLabels } from './labels.server.ts'

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

export interface ListProps {
  id: string
  labels: ColumnLabels
  unit: 'line' | 'row'
  headingLine: number
  sheet: string | undefined
  /** Each heading with its column, or `-`, and whether the workbook hides it. */
  columns: readonly { name: string; column: string; isHidden: boolean }[]
}

/** Where the list begins, and a form to change what its columns are. */
export function ListColumns({
  plan: { id, labels, unit, headingLine, sheet, columns },
}: {
  plan: ListProps
}) {
  const ignored = columns.filter(({ column }) => column === '-').map(({ name }) => name)
  const hidden = columns.filter(({ column, isHidden }) => isHidden && column !== '-').map(({ name }) => name)
  return (
    <>
      <p className="mb-2 text-quiet text-sm">
        {sheet !== undefined && `Sheet “${sheet}”. `}
        {headingLine > 1 && `Headings on ${unit} ${headingLine}. `}
        {ignored.length > 0 && `Columns left out: ${ignored.slice(0, 20).join(', ')}. `}
        {hidden.length > 0 && `Read although the workbook hides them: ${hidden.slice(0, 20).join(', ')}.`}
      </p>
      <details className="mb-4">
        <summary className="min-h-10 cursor-pointer py-2">Change what a column is</summary>
        <DeskForm action={`/import/${id}`} className="import-decisions" key={JSON.stringify(columns)}>
          {columns.map(({ name, column }, index) => (
            <div key={name} className="desk-field">
              <input type="hidden" name={`heading-${index}`} value={name} />
              <input type="hidden" name={`was-${index}`} value={column} />
              <label htmlFor={`column-${index}`}>{name}</label>
              <ColumnSelect id={`column-${index}`} name={`column-${index}`} labels={labels} value={column} />
            </div>
          ))}
          <SubmitButton name="intent" value="headings">
            Read the list again
          </SubmitButton>
        </DeskForm>
      </details>
    </>
  )
}

export function addressOf(id: string, rowOutcome: string | null, page = 1): string {
  const query = new URLSearchParams({
    ...(rowOutcome ? { outcome: rowOutcome } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/import/${id}${query.size > 0 ? `?${query}` : ''}`
}

interface PagesProps {
  plan: { id: string; rowOutcome: string | null; page: number; pages: number }
}

export function RowOutcomePages({ plan: { id, rowOutcome, page, pages } }: PagesProps) {
  if (pages === 1) return null
  return (
    <Pager
      previous={page > 1 ? addressOf(id, rowOutcome, page - 1) : null}
      next={page < pages ? addressOf(id, rowOutcome, page + 1) : null}
    >{`Page ${formatNumber(page)} of ${formatNumber(pages)}`}</Pager>
  )
}
