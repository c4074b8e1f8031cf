/** The common parts of the previews of all kinds of lists. */

import type { ReactNode } from 'react'
import type { WriteProblem } from '#services/import/desk-import.ts'
import { type HeadingPlace, placeOfHeadings } from '#shared/cells/cell.ts'
import type { DateAnswers } from '#shared/cells/headings.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem, TextField } from '../../ui/field.tsx'
import type { Answer } from '../../ui/form-answer.ts'
import { listPath } from '../../ui/list-path.ts'
import { NumberedPager } from '../../ui/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AnsweredDates } from './date-questions.tsx'
import type { OutcomeRow } from './describe-row-outcome.server.ts'
import { ColumnField } from './heading-questions.tsx'
import type { ColumnLabels } from './labels.server.ts'
import { LIST_FILES } from './list-files.ts'
import { RowOutcomesTable } from './row-outcomes-table.tsx'

/** @param what 'the stock' */
export function Problem({ problem, what }: { problem: WriteProblem; what: string }) {
  return <FormProblem className="mb-4 max-w-reading">{wordsOf(problem, what)}</FormProblem>
}

function wordsOf(problem: WriteProblem, what: string): string {
  switch (problem.kind) {
    case 'refused-rows':
      return 'Nothing was imported: tick the box to leave out the refused rows, or upload the corrected list.'
    case 'failed':
      return `Nothing was imported, because the backend failed (${problem.message}). Try again.`
    case 'changed': {
      const done = problem.isPartly ? 'Only a part was imported' : 'Nothing was imported'
      const changed = problem.registrations.slice(0, 10).join(', ') || what
      return `${done}: ${changed} changed while you were looking. Below is how things are now.`
    }
  }
}

export interface ListProps extends HeadingPlace {
  id: string
  labels: ColumnLabels
  sheet: string | undefined
  /** Each heading with its column, or `-`, and whether the workbook hides it. */
  columns: readonly { name: string; column: string; isHidden: boolean }[]
  /** What was answered about the dates of the columns. */
  dates: DateAnswers
}

/** Where the list begins, and a form to change what its columns are. @param answer if the form was refused */
export function ListColumns({ plan, answer }: { plan: ListProps; answer: Answer | undefined }) {
  const { id, labels, sheet, columns, dates, ...place } = plan
  const ignored = columns.filter(({ column }) => column === '-').map(({ name }) => name)
  const hidden = columns.filter(({ column, isHidden }) => isHidden && column !== '-').map(({ name }) => name)
  return (
    <>
      <p className="mb-2 text-quiet text-sm">
        {sheet !== undefined && `Sheet “${sheet}”. `}
        {place.headingLine > 1 && `Headings on ${placeOfHeadings(place)}. `}
        {ignored.length > 0 && `Columns left out: ${ignored.slice(0, 20).join(', ')}. `}
        {hidden.length > 0 && `Read although the workbook hides them: ${hidden.slice(0, 20).join(', ')}.`}
      </p>
      <details className="mb-4" open={answer !== undefined || undefined}>
        <summary className="min-h-10 cursor-pointer py-2">Change what a column is</summary>
        <DeskForm
          action={`/import/${id}`}
          className="import-decisions desk-panel"
          key={JSON.stringify([columns, dates])}
          answer={answer}
          showsMessage={false}
        >
          {columns.map(({ name, column }, index) => (
            <div key={name}>
              <input type="hidden" name={`heading-${index}`} value={name} />
              <input type="hidden" name={`was-${index}`} value={column} />
              <ColumnField label={name} index={index} labels={labels} defaultValue={column} />
            </div>
          ))}
          <AnsweredDates {...dates} />
          <SubmitButton name="intent" value="headings">
            Read the list again
          </SubmitButton>
        </DeskForm>
      </details>
    </>
  )
}

export const addressOf = (id: string, rowOutcome: string | null, page = 1): string =>
  listPath(`/import/${id}`, { outcome: rowOutcome, page })

/** Of all kinds of lists. */
export interface ShownList<Kind extends string> extends ListProps {
  counts: Readonly<Record<Kind, number>>
  digest: string
  problem: WriteProblem | null
  /** The rows that are shown; null: all. */
  rowOutcome: Kind | null
  page: number
  pages: number
  rows: OutcomeRow[]
}

interface RowOutcomesProps<Kind extends OutcomeRow['kind']> {
  plan: ShownList<Kind>
  kinds: readonly { kind: Kind; label: string; isWaiting?: boolean }[]
  /** Rendered below the details of a row. */
  after?: ((row: OutcomeRow) => ReactNode) | undefined
}

/** The rows of the list, of one outcome or of all. */
export function RowOutcomes<Kind extends OutcomeRow['kind']>({ plan, kinds, after }: RowOutcomesProps<Kind>) {
  const { id, counts, rowOutcome, page, pages, rows, unit } = plan
  const all = Object.values<number>(counts).reduce((a, b) => a + b, 0)
  const tabs = kinds.map((each) => ({ ...each, count: counts[each.kind] })).filter(({ count }) => count > 0)
  return (
    <>
      <Tabs
        label="Rows by what happens to them"
        tabs={[{ kind: null, label: 'All', count: all }, ...tabs].map(({ kind, ...tab }) => ({
          ...tab,
          to: addressOf(id, kind),
          isCurrent: rowOutcome === kind,
        }))}
        preventScrollReset
      />
      <RowOutcomesTable rows={rows} kinds={kinds} unit={unit} after={after} />
      <NumberedPager page={page} pages={pages} to={(other) => addressOf(id, rowOutcome, other)} />
    </>
  )
}

export interface PreviewProps<Plan> {
  plan: Plan
  /** Of one of the forms, if it was refused. */
  answer: Answer | undefined
}

/** For a list with refused rows; the answers about it are kept. */
export function CorrectedList({ id, answer }: { id: string; answer: Answer | undefined }) {
  return (
    <details className="mb-4 max-w-reading" open={answer !== undefined || undefined}>
      <summary className="min-h-10 cursor-pointer py-2">Upload the corrected list</summary>
      <DeskForm
        action={`/import/${id}`}
        encType="multipart/form-data"
        className="desk-panel grid gap-3"
        answer={answer}
        sends={{ intent: 'correct' }}
      >
        <TextField
          label="The corrected list"
          name="file"
          type="file"
          required
          accept={LIST_FILES}
          help="It takes the place of this file. What you have answered about it is kept."
        />
        <p>
          <SubmitButton>Read the corrected list</SubmitButton>
        </p>
      </DeskForm>
    </details>
  )
}

interface WriteFormProps {
  plan: { id: string; counts: { 'needs-decision': number; refused: number }; digest: string }
  /** Why it cannot be written yet, besides open decisions. */
  obstacle: ReactNode
  /** What the button does: 'add 3 plates', … */
  parts: readonly string[]
}

/** The button that writes the list, or why there is none. */
export function WriteForm({ plan: { id, counts, digest }, obstacle, parts }: WriteFormProps) {
  if (counts['needs-decision'] > 0)
    return (
      <p className="mb-4">
        <span className="waits">{`${plural(counts['needs-decision'], 'row needs', 'rows need')} your decision`}</span>{' '}
        above.
      </p>
    )
  if (obstacle) return obstacle
  return (
    <DeskForm
      action={`/import/${id}`}
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2"
      sends={{ digest }}
    >
      {counts.refused > 0 && (
        <CheckField name="leave-out" required>
          Leave out the {plural(counts.refused, 'refused row')}
        </CheckField>
      )}
      <SubmitButton name="intent" value="write" data-main>
        {capitalised(parts.join(', '))}
      </SubmitButton>
    </DeskForm>
  )
}
