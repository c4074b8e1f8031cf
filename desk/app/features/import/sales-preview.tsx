import type { ReactNode } from 'react'
import type { SalesKind } from '#services/import/list-kinds.ts'
import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Choices, FormProblem, TextField } from '../../ui/field.tsx'
import { answerTo } from '../../ui/form-answer.ts'
import type { OutcomeRow } from './describe-row-outcome.server.ts'
import { addressOf, Preview, type PreviewProps, type ShownList } from './preview.tsx'

interface ShownSales extends ShownList {
  list: SalesKind
  counts: Readonly<Record<SalesRowOutcomeKind, number>>
  /** The name of one of its sales. */
  sale: string
  notes: readonly string[]
  contradictions: number
  reason: string
}

export function SalesPreview({ plan, answer }: PreviewProps<ShownSales>) {
  const { sale, counts, notes, contradictions } = plan
  const parts = [
    counts.new > 0 && `add ${plural(counts.new, sale)}`,
    counts.changed > 0 && `complete ${formatNumber(counts.changed)}`,
    counts.corrected > 0 && `correct ${formatNumber(counts.corrected)}`,
  ]
  return (
    <Preview
      plan={plan}
      answer={answer}
      parts={parts}
      obstacle={obstacleOf(plan)}
      after={contradictions > 0 ? RowDecision : undefined}
    >
      {notes.map((note) => (
        <p key={note} className="desk-note mb-4 max-w-reading">
          {note}
        </p>
      ))}
      {contradictions > 0 && <ContradictionsForm plan={plan} answer={answerTo(answer, FORM)} />}
    </Preview>
  )
}

const FORM = 'contradictions'

/** Decides about all contradictions at once or, with the selects in the table, one by one. */
function ContradictionsForm({ plan, answer }: PreviewProps<ShownSales>) {
  const { id, counts, contradictions, reason, rowOutcome, page } = plan
  const lacksReason = counts.corrected > 0 && reason === ''
  const isOne = contradictions === 1
  return (
    <DeskForm
      id={FORM}
      action={addressOf(id, rowOutcome, page)}
      className="desk-panel mb-5 grid max-w-reading gap-3"
      answer={answer}
      showsMessage={false}
      sends={{ intent: FORM }}
      preventScrollReset
    >
      <h2
        className={counts['needs-decision'] > 0 ? 'desk-subtitle waits' : 'desk-subtitle'}
      >{`${plural(contradictions, 'row contradicts', 'rows contradict')} ${isOne ? 'a sale' : 'sales'} on record`}</h2>
      <p className="text-quiet text-sm">
        Keep the record, or use the list’s values. The public log of corrections says what was corrected, when
        and why.
      </p>
      <TextField
        label="Reason for the corrections"
        name="reason"
        help="One sentence for the public log, such as “The auction house corrected its list.”"
        maxLength={1000}
        defaultValue={reason}
        error={
          lacksReason
            ? `Say in one sentence why you are correcting the ${counts.corrected === 1 ? 'record' : 'records'}.`
            : null
        }
      />
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
    <fieldset className="flex flex-wrap gap-x-5" key={decision}>
      <legend className="sr-only">
        Decision for {registration}, on {line}
      </legend>
      <Choices
        type="radio"
        form={FORM}
        name={`row-${line}`}
        options={{ keep: 'Keep the record', replace: 'Use the list’s values' }}
        chosen={[decision]}
      />
    </fieldset>
  )
}

function obstacleOf({ list, counts, reason }: ShownSales): ReactNode {
  if (list === 'auction' && counts.refused > 0)
    return (
      <FormProblem className="mb-4 max-w-reading">{`${plural(counts.refused, 'row is', 'rows are')} refused, but auction results must include every sold lot: correct the list and upload it below.`}</FormProblem>
    )
  return (
    counts.corrected > 0 &&
    reason === '' && (
      <p className="mb-4">
        <span className="waits">The corrections need a reason</span> before they can be imported.
      </p>
    )
  )
}
