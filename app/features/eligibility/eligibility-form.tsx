import type { ReactNode } from 'react'
import { MAX_TYPED_LENGTH } from '../registrations/typed-registration.ts'
import type { Check, EligibilityView, Field } from './eligibility-view.ts'

interface EligibilityFormProps {
  view: EligibilityView
  errors: Check['errors']
}

const FIELDS: readonly Field[] = ['registration', 'first', 'q', 'taxed', 'mot']

/** A plain GET form, which needs no script. */
export function EligibilityForm({ view, errors }: EligibilityFormProps) {
  // As on our other forms that were refused.
  const focused = FIELDS.find((name) => errors[name] !== undefined)
  const text = (name: 'registration' | 'first', label: string, help: ReactNode) => (
    <div className="field">
      <label htmlFor={name} className="field-label">
        {label}
      </label>
      <p id={`${name}-help`} className="field-help">
        {help}
      </p>
      <input
        id={name}
        name={name}
        className="input"
        defaultValue={view[name]}
        required
        maxLength={MAX_TYPED_LENGTH}
        autoComplete="off"
        autoCapitalize={name === 'registration' ? 'characters' : 'off'}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the answer to a form that was refused, as on our other forms
        autoFocus={focused === name}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `${name}-help ${name}-error` : `${name}-help`}
      />
      <FieldError name={name} error={errors[name]} />
    </div>
  )
  const choice = (
    name: 'q' | 'taxed' | 'mot',
    label: string,
    help: ReactNode,
    answers: [value: string, text: string][],
  ) => (
    <div className="field">
      <label htmlFor={name} className="field-label">
        {label}
      </label>
      <p id={`${name}-help`} className="field-help">
        {help}
      </p>
      <select
        id={name}
        name={name}
        className="input select"
        defaultValue={errors[name] ? '' : view[name]}
        required
        // biome-ignore lint/a11y/noAutofocus: the answer to a form that was refused, as on our other forms
        autoFocus={focused === name}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `${name}-help ${name}-error` : `${name}-help`}
      >
        {errors[name] && <option value="">Please choose</option>}
        {answers.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError name={name} error={errors[name]} />
    </div>
  )
  return (
    <form action="/eligibility" className="eligibility-form" aria-label="May it go on my car?">
      {text('registration', 'The registration you want', 'The one you want to put on, such as AB51 ABC')}
      {text(
        'first',
        'Your vehicle was first registered in',
        'Month and year, shown at B on the log book: 08/2001',
      )}
      {choice('taxed', 'Is your vehicle taxed?', 'Today, or declared off the road (SORN)', [
        ['unsure', 'I am not sure'],
        ['yes', 'Yes'],
        ['sorn', 'No, under SORN'],
        ['long-sorn', 'No, under SORN for over five years'],
        ['no', 'No, neither'],
      ])}
      {choice('mot', 'Does it have a current MOT?', 'Or the test for heavy goods vehicles', [
        ['unsure', 'I am not sure'],
        ['yes', 'Yes'],
        ['no', 'No'],
        ['historic', 'No, it is exempt as a historic vehicle'],
        ['never', 'No, this type of vehicle is never tested'],
      ])}
      {choice('q', 'Does its current registration begin with Q?', 'As in Q123 ABC or QNI 1234', [
        ['no', 'No'],
        ['yes', 'Yes'],
      ])}
      <p className="eligibility-submit">
        <button type="submit" className="button">
          May It Go On?
        </button>
      </p>
    </form>
  )
}

function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${name}-error`} className="field-error">
      {error}
    </p>
  )
}
