import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { Decisions } from '#services/import/stock/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Choices } from '../../ui/field.tsx'
import { DECISIONS } from './labels.ts'
import { Preview, type PreviewProps, type ShownList } from './preview.tsx'

interface ShownStock extends ShownList {
  asked: Readonly<Record<Question, number>>
  missing: number
  decisions: Decisions
}

export function StockPreview({ plan, answer }: PreviewProps<ShownStock>) {
  const { counts } = plan
  const parts = [
    counts.new > 0 && `add ${plural(counts.new, 'plate')}`,
    counts.changed > 0 && `change ${formatNumber(counts.changed)}`,
  ]
  return (
    <Preview plan={plan} answer={answer} parts={parts}>
      <DecisionsForm plan={plan} />
    </Preview>
  )
}

function DecisionsForm({ plan: { id, asked, missing, decisions } }: { plan: ShownStock }) {
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
