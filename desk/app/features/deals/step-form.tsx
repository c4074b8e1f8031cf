import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import type { Answer } from '../../ui/form-answer.ts'
import { Fields, type ShownField } from '../../ui/form-fields.tsx'
import type { Route } from './+types/deal'
import { AskedNote } from './asked-note.tsx'
import { LetterField } from './letter-field.tsx'

interface StepFormProps {
  step: Route.ComponentProps['loaderData']['steps'][number]
  isNext: boolean
  /** The timestamp of the deal, and the id of a payment that is noted now. */
  sent: { seenAt: string; payment: string }
  /** Of this step. */
  answer: Answer | undefined
}

export function StepForm({
  step: { name, remark, fields = [], buttons },
  isNext,
  sent,
  answer,
}: StepFormProps) {
  const plain = fields.filter(({ terms }) => !terms)
  const [short, seldom] = [false, true].map((wanted) =>
    plain.filter(({ isSeldom = false }) => isSeldom === wanted).map(({ isSeldom: _, ...field }) => field),
  ) as [ShownField[], ShownField[]]
  return (
    <DeskForm
      className="stock-short-form"
      answer={answer}
      showsMessage={false}
      echoOnRefusal
      sends={{ intent: name, ...sent }}
    >
      {short.length > 0 && <Fields fields={[short]} />}
      {seldom.length > 0 && (
        <details className="stock-form-more" open={answer !== undefined}>
          <summary>More about it</summary>
          <Fields fields={[seldom]} />
        </details>
      )}
      {fields.map(
        ({ terms, label, help, value, rows = 12 }) =>
          terms && (
            <details key={label} className="stock-form-more" open={answer !== undefined}>
              <summary>{label}</summary>
              <LetterField
                label={label}
                help={help}
                rows={rows}
                terms={terms}
                proposed={String(value ?? '')}
              />
            </details>
          ),
      )}
      <AskedNote />
      {remark && <p className="text-quiet">{remark}</p>}
      <p className="desk-actions">
        {buttons.map(([label, key, value], index) => (
          <SubmitButton
            key={label}
            name={key}
            value={value}
            data-main={(isNext && index === 0) || undefined}
            isOnce
          >
            {label}
          </SubmitButton>
        ))}
      </p>
    </DeskForm>
  )
}
