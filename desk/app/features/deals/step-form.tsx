import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { AskedNote } from './asked-note.tsx'
import type { DealAnswer } from './change-deal.server.ts'
import { LetterField } from './letter-field.tsx'
import type { Step, StepField } from './steps.ts'

interface StepFormProps {
  step: Step
  isNext: boolean
  /** The timestamp of the deal, and the id of a payment that is noted now. */
  sent: { seenAt: string; payment: string }
  refused: DealAnswer | undefined
}

export function StepForm({ step, isNext, sent, refused }: StepFormProps) {
  const { name, remark, fields = [], buttons } = step
  const mine = refused?.intent === name ? refused : undefined
  const long = fields.filter(({ rows }) => rows)
  const seldom = fields.filter(({ isSeldom }) => isSeldom)
  const short = fields.filter((field) => !long.includes(field) && !seldom.includes(field))
  const shown = (field: StepField) => <Field key={field.name} field={field} refused={mine} />
  return (
    <DeskForm className="stock-short-form" echoOnRefusal sends={{ intent: name, ...sent }}>
      {short.length > 0 && <div className="stock-field-pair">{short.map(shown)}</div>}
      {seldom.length > 0 && (
        <details className="stock-form-more" open={mine !== undefined}>
          <summary>More about it</summary>
          <div className="stock-field-pair">{seldom.map(shown)}</div>
        </details>
      )}
      {long.map((field) => (
        <details key={field.name} className="stock-form-more" open={mine !== undefined}>
          <summary>{field.label}</summary>
          {shown(field)}
        </details>
      ))}
      <AskedNote asked={mine?.fields.confirmed} confirmed={mine?.typed.confirmed} />
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

function Field({ field, refused }: { field: StepField; refused: DealAnswer | undefined }) {
  const { value, options, rows, type, isSeldom, terms, ...common } = field
  const { name, label, help = '' } = common
  const error = refused?.fields[name]
  if (terms)
    return (
      <LetterField
        {...{ label, help, error, terms }}
        rows={rows ?? 12}
        proposed={value ?? ''}
        typed={refused?.typed[name]}
      />
    )
  if (type === 'checkbox')
    return (
      <CheckField name={name} defaultChecked={Boolean(refused ? refused.typed[name] : value)}>
        {label}
      </CheckField>
    )
  const shown = {
    ...common,
    defaultValue: refused?.typed[name] ?? value ?? '',
    error,
  }
  if (options) return <SelectField {...shown} options={options} />
  return rows ? <TextArea {...shown} rows={rows} /> : <TextField {...shown} type={type} />
}
