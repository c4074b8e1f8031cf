import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { Decisions, RowOutcomeKind } from '#services/import/stock/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Choices } from '../../ui/field.tsx'
import { answerTo } from '../../ui/form-answer.ts'
import { DECISIONS, ROW_OUTCOMES } from './labels.ts'
import {
  CorrectedList,
  ListColumns,
  type PreviewProps,
  Problem,
  RowOutcomes,
  type ShownList,
  WriteForm,
} from './plan-parts.tsx'

interface ShownPlan extends ShownList<RowOutcomeKind> {
  list: 'stock'
  asked: Readonly<Record<Question, number>>
  missing: number
  decisions: Decisions
}

/** The preview of a stock import: the changes, the open decisions, and the button to write them. */
export function PlanPreview({ plan, answer }: PreviewProps<ShownPlan>) {
  const { counts, problem } = plan
  const parts = [
    ...(counts.new > 0 ? [`add ${plural(counts.new, 'plate')}`] : []),
    ...(counts.changed > 0 ? [`change ${formatNumber(counts.changed)}`] : []),
  ]
  const nothing = <p className="mb-4">There is nothing to import: no row adds or changes a plate.</p>
  return (
    <>
      {problem && <Problem problem={problem} what="the stock" />}
      <ListColumns plan={plan} answer={answerTo(answer, 'headings')} />
      <DecisionsForm plan={plan} />
      <WriteForm plan={plan} obstacle={parts.length === 0 && nothing} parts={parts} />
      {counts.refused > 0 && <CorrectedList id={plan.id} answer={answerTo(answer, 'correct')} />}
      <RowOutcomes plan={plan} kinds={ROW_OUTCOMES} />
    </>
  )
}

function DecisionsForm({ plan: { id, asked, missing, decisions } }: { plan: ShownPlan }) {
  const questions = [
    ...DECISIONS.map(({ label, ...decision }) => ({
      ...decision,
      count: asked[decision.question],
      label: `${plural(asked[decision.question], 'plate')} ${label}`,
    })),
    {
      question: 'missing' as const,
      count: missing,
      label: `${plural(missing, 'plate')} for sale ${missing === 1 ? 'is' : 'are'} not in the list`,
      help: 'Withdrawn plates leave the site and stay in the stock.',
      options: { keep: 'Leave them for sale', withdraw: 'Withdraw them' },
    },
  ].filter(({ count }) => count > 0)
  if (questions.length === 0) return null
  return (
    <DeskForm
      action={`/import/${id}`}
      className="import-decisions desk-panel"
      preventScrollReset
      key={JSON.stringify(decisions)}
      sends={missing > 0 ? { 'decides-missing': 'yes' } : {}}
    >
      {questions.map(({ question, label, help, options }) => (
        <fieldset key={question} aria-describedby={`${question}-help`}>
          <legend className={decisions[question] === 'ask' ? 'waits' : 'font-medium'}>{label}</legend>
          <p id={`${question}-help`} className="text-quiet text-sm">
            {help}
          </p>
          <div className="flex flex-wrap gap-x-5">
            <Choices type="radio" name={question} options={options} chosen={[decisions[question]]} />
          </div>
        </fieldset>
      ))}
      <SubmitButton name="intent" value="decide">
        Apply to the rows below
      </SubmitButton>
    </DeskForm>
  )
}
