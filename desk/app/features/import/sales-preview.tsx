import type { WriteProblem } from '#services/import/desk-import.ts'
import type { SalesKind } from '#services/import/list-kinds.ts'
import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { OutcomeRow } from './describe-row-outcome.server.ts'
import { SALES_ROW_OUTCOMES } from './labels.ts'
import { addressOf, ListColumns, type ListProps, Problem, RowOutcomePages } from './plan-parts.tsx'
import { RowOutcomesTable } from './row-outcomes-table.tsx'

interface ShownSales {
  id: string
  list: SalesKind
  /** The name of one of its sales. */
  sale: string
  labels: ListProps['labels']
  unit: 'line' | 'row'
  headingLine: number
  sheet: string | undefined
  columns: ListProps['columns']
  notes: readonly string[]
  counts: Readonly<Record<SalesRowOutcomeKind, number>>
  contradictions: number
  reason: string
  digest: string
  problem: WriteProblem | null
  rowOutcome: SalesRowOutcomeKind | null
  page: number
  pages: number
  rows: OutcomeRow[]
}

/** The preview of a sales import: the changes, the open decisions, and the button to write them. */
export function SalesPreview({ plan }: { plan: ShownSales }) {
  const { counts, unit, notes, problem, contradictions } = plan
  return (
    <>
      {problem && <Problem problem={problem} what="the sales" />}
      <ListColumns plan={plan} />
      {notes.map((note) => (
        <p key={note} className="desk-note mb-4 max-w-reading">
          {note}
        </p>
      ))}
      {contradictions > 0 && <ContradictionsForm plan={plan} />}
      <WriteForm plan={plan} />
      <Tabs
        label="Rows by what happens to them"
        tabs={[
          { kind: null, label: 'All', count: Object.values(counts).reduce((a, b) => a + b, 0) },
          ...SALES_ROW_OUTCOMES.filter(({ kind }) => counts[kind] > 0).map((rowOutcome) => ({
            ...rowOutcome,
            count: counts[rowOutcome.kind],
            isWaiting: rowOutcome.kind === 'needs-decision',
          })),
        ].map(({ kind, ...tab }) => ({
          ...tab,
          to: addressOf(plan.id, kind),
          isCurrent: plan.rowOutcome === kind,
        }))}
        preventScrollReset
      />
      <RowOutcomesTable rows={plan.rows} unit={unit} after={contradictions > 0 ? RowDecision : undefined} />
      <RowOutcomePages plan={plan} />
    </>
  )
}

const FORM = 'contradictions'

/** Decides about all contradictions at once or, with the selects in the table, one by one. */
function ContradictionsForm({ plan }: { plan: ShownSales }) {
  const { id, counts, contradictions, reason, rowOutcome, page } = plan
  const lacksReason = counts.corrected > 0 && reason === ''
  const isOne = contradictions === 1
  return (
    <DeskForm
      id={FORM}
      action={addressOf(id, rowOutcome, page)}
      className="import-contradictions"
      preventScrollReset
    >
      <h2
        className={counts['needs-decision'] > 0 ? 'desk-subtitle waits' : 'desk-subtitle'}
      >{`${plural(contradictions, 'row contradicts', 'rows contradict')} ${isOne ? 'a sale' : 'sales'} on record`}</h2>
      <p className="text-quiet text-sm">
        Keep the record, or use the list’s values. The public log of corrections says what was corrected, when
        and why.
      </p>
      <div className="desk-field">
        <label htmlFor="correction-reason">Reason for the corrections</label>
        <p id="correction-reason-help" className="help">
          One sentence for the public log, such as “The auction house corrected its list.”
        </p>
        <input
          id="correction-reason"
          name="reason"
          className="desk-input"
          maxLength={1000}
          defaultValue={reason}
          autoComplete="off"
          aria-describedby={
            lacksReason ? 'correction-reason-help correction-reason-error' : 'correction-reason-help'
          }
          aria-invalid={lacksReason || undefined}
        />
        {lacksReason && (
          <p id="correction-reason-error" className="error" role="alert">
            Say in one sentence why you are correcting the {counts.corrected === 1 ? 'record' : 'records'}.
          </p>
        )}
      </div>
      <input type="hidden" name="intent" value="contradictions" />
      <p className="flex flex-wrap gap-2">
        <SubmitButton>Apply the choices below</SubmitButton>
        <SubmitButton name="all" value="replace">
          {isOne ? 'Use the list’s values' : 'Use the list’s values for all'}
        </SubmitButton>
        <SubmitButton name="all" value="keep">
          {isOne ? 'Keep the record' : 'Keep every record'}
        </SubmitButton>
      </p>
    </DeskForm>
  )
}

function RowDecision({ line, registration, decision }: OutcomeRow) {
  if (decision === undefined) return null
  return (
    <fieldset className="import-options" key={decision}>
      <legend className="sr-only">
        Decision for {registration}, on {line}
      </legend>
      {(
        [
          ['keep', 'Keep the record'],
          ['replace', 'Use the list’s values'],
        ] as const
      ).map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            form={FORM}
            name={`row-${line}`}
            value={value}
            defaultChecked={decision === value}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function WriteForm({ plan }: { plan: ShownSales }) {
  const { id, list, counts, digest, reason } = plan
  if (counts['needs-decision'] > 0)
    return (
      <p className="mb-4">
        <span className="waits">{`${plural(counts['needs-decision'], 'row needs', 'rows need')} your decision`}</span>{' '}
        above.
      </p>
    )
  if (list === 'auction' && counts.refused > 0)
    return (
      <p
        className="desk-note mb-4 max-w-reading"
        data-kind="error"
        role="alert"
      >{`${plural(counts.refused, 'row is', 'rows are')} refused, but auction results must include every sold lot: correct the list and upload it again.`}</p>
    )
  if (counts.new + counts.changed + counts.corrected === 0)
    return <p className="mb-4">There is nothing to import: no row adds or changes a sale.</p>
  if (counts.corrected > 0 && reason === '')
    return (
      <p className="mb-4">
        <span className="waits">The corrections need a reason</span> before they can be imported.
      </p>
    )
  return (
    <DeskForm action={`/import/${id}`} className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2">
      <input type="hidden" name="digest" value={digest} />
      {counts.refused > 0 && (
        <CheckField name="leave-out" required>
          Leave out the {plural(counts.refused, 'refused row')}
        </CheckField>
      )}
      <SubmitButton name="intent" value="write" data-main>
        {describeWrite(plan)}
      </SubmitButton>
    </DeskForm>
  )
}

function describeWrite({ sale, counts: { new: added, changed, corrected } }: ShownSales): string {
  const parts = [
    added > 0 ? `add ${plural(added, sale)}` : '',
    changed > 0 ? `complete ${formatNumber(changed)}` : '',
    corrected > 0 ? `correct ${formatNumber(corrected)}` : '',
  ].filter((part) => part !== '')
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
