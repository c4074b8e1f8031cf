import type { ReactNode } from 'react'
import type { WriteProblem } from '#services/import/desk-import.ts'
import type { ListKind } from '#services/import/list-kinds.ts'
import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import type { RowOutcomeKind } from '#services/import/stock/decide.ts'
import { type HeadingPlace, placeOfHeadings } from '#shared/cells/cell.ts'
import type { DateAnswers } from '#shared/cells/headings.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem, TextField } from '../../ui/field.tsx'
import { type Answer, answerTo } from '../../ui/form-answer.ts'
import { listPath } from '../../ui/list-path.ts'
import { NumberedPager } from '../../ui/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AnsweredDates } from './date-questions.tsx'
import type { OutcomeRow } from './describe-row-outcome.server.ts'
import { ColumnField } from './heading-questions.tsx'
import type { ColumnLabels } from './labels.server.ts'
import { LIST_FILES } from './list-files.ts'
import { RowOutcomesTable } from './row-outcomes-table.tsx'

/** Of all kinds of lists. */
export interface ShownList extends HeadingPlace {
  id: string
  list: ListKind
  labels: ColumnLabels
  sheet: string | undefined
  /** Each heading with its column, or `-`, and whether the workbook hides it. */
  columns: readonly { name: string; column: string; isHidden: boolean }[]
  /** What was answered about the dates of the columns. */
  dates: DateAnswers
  counts: Readonly<Record<RowOutcomeKind, number>>
  digest: string
  problem: WriteProblem | null
  /** The outcomes that rows have, and all rows. */
  tabs: readonly { kind: SalesRowOutcomeKind | null; label: string; count: number }[]
  /** The rows that are shown; null: all. */
  rowOutcome: SalesRowOutcomeKind | null
  page: number
  pages: number
  rows: OutcomeRow[]
}

export interface PreviewProps<Plan> {
  plan: Plan
  /** Of one of the forms, if it was refused. */
  answer: Answer | undefined
}

interface PreviewFrameProps extends PreviewProps<ShownList> {
  /** What the button does: 'add 3 plates', … */
  parts: readonly (string | false)[]
  /** Why it cannot be written yet, besides open decisions. */
  obstacle?: ReactNode
  /** Rendered below the details of a row. */
  after?: ((row: OutcomeRow) => ReactNode) | undefined
  /** The open decisions. */
  children: ReactNode
}

/** The preview of an import: the changes, the open decisions, and the button to write them. */
export function Preview({ plan, answer, parts, obstacle, after, children }: PreviewFrameProps) {
  const { id, list, counts, problem, tabs, rowOutcome, page, pages, rows, unit } = plan
  const isStock = list === 'stock'
  const does = parts.filter(Boolean).join(', ')
  const nothing = `There is nothing to import: no row adds or changes a ${isStock ? 'plate' : 'sale'}.`
  return (
    <>
      {problem && (
        <FormProblem className="mb-4 max-w-reading">
          {wordsOf(problem, isStock ? 'the stock' : 'the sales')}
        </FormProblem>
      )}
      <ListColumns plan={plan} answer={answerTo(answer, 'headings')} />
      {children}
      <WriteForm plan={plan} obstacle={obstacle || (does === '' && <p className="mb-4">{nothing}</p>)}>
        {capitalised(does)}
      </WriteForm>
      {counts.refused > 0 && <CorrectedList id={id} answer={answerTo(answer, 'correct')} />}
      <Tabs
        label="Rows by what happens to them"
        tabs={tabs.map(({ kind, ...tab }) => ({
          ...tab,
          to: addressOf(id, kind),
          isCurrent: rowOutcome === kind,
          isWaiting: !isStock && kind === 'needs-decision',
        }))}
        preventScrollReset
      />
      <RowOutcomesTable rows={rows} unit={unit} after={after} />
      <NumberedPager page={page} pages={pages} to={(other) => addressOf(id, rowOutcome, other)} />
    </>
  )
}

/** @param what 'the stock' */
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

/** Where the list begins, and a form to change what its columns are. @param answer if the form was refused */
function ListColumns({ plan, answer }: PreviewProps<ShownList>) {
  const { id, labels, sheet, columns, dates } = plan
  const ignored = columns.filter(({ column }) => column === '-').map(({ name }) => name)
  const hidden = columns.filter(({ column, isHidden }) => isHidden && column !== '-').map(({ name }) => name)
  return (
    <>
      <p className="mb-2 text-quiet text-sm">
        {sheet !== undefined && `Sheet “${sheet}”. `}
        {plan.headingLine > 1 && `Headings on ${placeOfHeadings(plan)}. `}
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

/** For a list with refused rows; the answers about it are kept. */
function CorrectedList({ id, answer }: { id: string; answer: Answer | undefined }) {
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
  plan: ShownList
  obstacle: ReactNode
  children: string
}

/** The button that writes the list, or why there is none. */
function WriteForm({ plan: { id, counts, digest }, obstacle, children }: WriteFormProps) {
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
        {children}
      </SubmitButton>
    </DeskForm>
  )
}
