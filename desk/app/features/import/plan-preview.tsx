import type { WriteProblem } from '#services/import/desk-import.ts'
import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { Decisions, RowOutcomeKind } from '#services/import/stock/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { OutcomeRow } from './describe-row-outcome.server.ts'
import { DECISIONS, ROW_OUTCOMES } from './labels.ts'
import { addressOf, ListColumns, type ListProps, Problem, RowOutcomePages } from './plan-parts.tsx'
import { RowOutcomesTable } from './row-outcomes-table.tsx'

interface ShownPlan {
  id: string
  list: 'stock'
  labels: ListProps['labels']
  unit: 'line' | 'row'
  headingLine: number
  sheet: string | undefined
  columns: ListProps['columns']
  counts: Readonly<Record<RowOutcomeKind, number>>
  asked: Readonly<Record<Question, number>>
  missing: number
  decisions: Decisions
  digest: string
  problem: WriteProblem | null
  rowOutcome: RowOutcomeKind | null
  page: number
  pages: number
  rows: OutcomeRow[]
}

/** The preview of a stock import: the changes, the open decisions, and the button to write them. */
export function PlanPreview({ plan }: { plan: ShownPlan }) {
  const { counts, unit, problem } = plan
  return (
    <>
      {problem && <Problem problem={problem} what="the stock" />}
      <ListColumns plan={plan} />
      <DecisionsForm plan={plan} />
      <WriteForm plan={plan} />
      <Tabs
        label="Rows by what happens to them"
        tabs={[
          { kind: null, label: 'All', count: Object.values(counts).reduce((a, b) => a + b, 0) },
          ...ROW_OUTCOMES.filter(({ kind }) => counts[kind] > 0).map((rowOutcome) => ({
            ...rowOutcome,
            count: counts[rowOutcome.kind],
          })),
        ].map(({ kind, ...tab }) => ({
          ...tab,
          to: addressOf(plan.id, kind),
          isCurrent: plan.rowOutcome === kind,
        }))}
        preventScrollReset
      />
      <RowOutcomesTable rows={plan.rows} unit={unit} />
      <RowOutcomePages plan={plan} />
    </>
  )
}

function DecisionsForm({ plan: { id, asked, missing, decisions } }: { plan: ShownPlan }) {
  const questions = DECISIONS.filter(({ question }) => asked[question] > 0)
  if (questions.length === 0 && missing === 0) return null
  return (
    <DeskForm
      action={`/import/${id}`}
      className="import-decisions"
      preventScrollReset
      key={JSON.stringify(decisions)}
    >
      {questions.map(({ question, label, help, options }) => (
        <fieldset key={question} aria-describedby={`${question}-help`}>
          <legend className={decisions[question] === 'ask' ? 'waits' : 'font-medium'}>
            {plural(asked[question], 'plate')} {label}
          </legend>
          <p id={`${question}-help`} className="text-quiet text-sm">
            {help}
          </p>
          <div className="import-options">
            {options.map(({ value, label: option }) => (
              <label key={value}>
                <input
                  type="radio"
                  name={question}
                  value={value}
                  defaultChecked={decisions[question] === value}
                />
                {option}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {missing > 0 && (
        <fieldset aria-describedby="missing-help">
          <legend className="font-medium">{`${plural(missing, 'plate')} for sale ${missing === 1 ? 'is' : 'are'} not in the list`}</legend>
          <p id="missing-help" className="text-quiet text-sm">
            Withdrawn plates leave the site and stay in the stock.
          </p>
          <input type="hidden" name="decides-missing" value="yes" />
          <div className="import-options">
            <label>
              <input type="radio" name="missing" value="keep" defaultChecked={decisions.missing === 'keep'} />
              Leave them for sale
            </label>
            <label>
              <input
                type="radio"
                name="missing"
                value="withdraw"
                defaultChecked={decisions.missing === 'withdraw'}
              />
              Withdraw them
            </label>
          </div>
        </fieldset>
      )}
      <SubmitButton name="intent" value="decide">
        Apply to the rows below
      </SubmitButton>
    </DeskForm>
  )
}

function WriteForm({ plan: { id, counts, digest } }: { plan: ShownPlan }) {
  const written = counts.new + counts.changed
  if (counts['needs-decision'] > 0)
    return (
      <p className="mb-4">
        <span className="waits">{`${plural(counts['needs-decision'], 'row needs', 'rows need')} your decision`}</span>{' '}
        above.
      </p>
    )
  if (written === 0)
    return <p className="mb-4">There is nothing to import: no row adds or changes a plate.</p>
  return (
    <DeskForm action={`/import/${id}`} className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2">
      <input type="hidden" name="digest" value={digest} />
      {counts.refused > 0 && (
        <CheckField name="leave-out" required>
          Leave out the {plural(counts.refused, 'refused row')}
        </CheckField>
      )}
      <SubmitButton name="intent" value="write" data-main>
        {describeWrite(counts)}
      </SubmitButton>
    </DeskForm>
  )
}

function describeWrite(counts: ShownPlan['counts']): string {
  const parts = [
    counts.new > 0 ? `add ${plural(counts.new, 'plate')}` : '',
    counts.changed > 0 ? `change ${formatNumber(counts.changed)}` : '',
  ].filter((part) => part !== '')
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
