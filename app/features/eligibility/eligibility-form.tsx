import { MAX_TYPED_LENGTH } from '#shared/registration/typed-registration.ts'
import { InputField, PLEASE_CHOOSE, SelectField } from '../../shared/ui/field.tsx'
import type { Check, EligibilityView, Field as FieldName } from './eligibility-view.ts'

interface EligibilityFormProps {
  view: EligibilityView
  errors: Check['errors']
  /** Called with the text of the field while somebody types. */
  onRegistration(typed: string): void
}

const FIELDS: readonly FieldName[] = ['registration', 'first', 'kind', 'keeper', 'taxed', 'mot', 'q']

/** A plain GET form that needs no script. */
export function EligibilityForm({ view, errors, onRegistration }: EligibilityFormProps) {
  // Shows errors as our other forms do.
  const focused = FIELDS.find((name) => errors[name] !== undefined)
  const text = (name: 'registration' | 'first', label: string, help: string) => (
    <InputField
      name={name}
      label={label}
      help={help}
      error={errors[name]}
      defaultValue={view[name]}
      required
      maxLength={MAX_TYPED_LENGTH}
      autoComplete="off"
      autoCapitalize={name === 'registration' ? 'characters' : 'off'}
      spellCheck={false}
      onInput={name === 'registration' ? (event) => onRegistration(event.currentTarget.value) : undefined}
      // The answer to a form that was refused, as on our other forms.
      autoFocus={focused === name}
    />
  )
  const choice = (
    name: 'q' | 'taxed' | 'mot' | 'kind' | 'keeper',
    label: string,
    help: string,
    answers: [value: string, text: string][],
  ) => (
    <SelectField
      name={name}
      label={label}
      help={help}
      error={errors[name]}
      defaultValue={errors[name] ? '' : view[name]}
      required
      // The answer to a form that was refused, as on our other forms.
      autoFocus={focused === name}
      options={errors[name] ? [PLEASE_CHOOSE, ...answers] : answers}
    />
  )
  return (
    <form
      action="/eligibility"
      className="eligibility-form grid items-start gap-8"
      aria-label="Can it go on my car?"
    >
      {text('registration', 'The registration you want', 'Such as AB51 ABC')}
      {text('first', 'Your vehicle was first registered in', 'At B on the log book, such as 08/2001')}
      {choice('kind', 'What is it?', 'The rules are the same', [
        ['car', 'A car, van or lorry'],
        ['motorbike', 'A motorbike or scooter'],
      ])}
      {choice('keeper', 'Who is its keeper?', 'As named on the log book', [
        ['person', 'You, or whoever the plate is for'],
        ['company', 'A leasing company or an employer'],
        ['unsure', 'I am not sure'],
      ])}
      {choice('taxed', 'Is your vehicle taxed?', 'Or declared off the road (SORN)', [
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
      <p className="col-span-full">
        <button type="submit" className="button">
          Check
        </button>
      </p>
    </form>
  )
}
