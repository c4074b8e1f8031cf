import type { DateDoubt } from '#services/import/date-doubts.ts'
import type { DateAnswers } from '#shared/cells/headings.ts'
import { SelectField } from '../../ui/field.tsx'

const ORDERS = [
  ['day_first', 'The day: 31/12/2030'],
  ['month_first', 'The month: 12/31/2030'],
] as const

const REASONS = {
  month_first: 'has the month first.',
  either: 'can be read either way, and another column has the month first.',
}

/** Asks how dates are to be read that only a person can: the month first, or without a year. */
export const DateQuestions = ({ doubts, unit }: { doubts: readonly DateDoubt[]; unit: 'line' | 'row' }) =>
  doubts.map(({ kind, name, cell, line }) => (
    <div key={`${kind} ${name}`} className="mb-4">
      {kind === 'no_year' ? (
        <YearField name={name} help={`“${cell}” on ${unit} ${line} has no year.`} isUnset />
      ) : (
        <OrderField name={name} help={`“${cell}” on ${unit} ${line} ${REASONS[kind]}`} isUnset />
      )}
    </div>
  ))

/** The answers that were given, to change them. */
export const AnsweredDates = ({ orders, years }: DateAnswers) => [
  ...Object.entries(orders).map(([name, order]) => (
    <OrderField key={`order ${name}`} name={name} defaultValue={order} />
  )),
  ...Object.entries(years).map(([name, year]) => (
    <YearField key={`year ${name}`} name={name} defaultValue={year} />
  )),
]

interface DateField {
  /** The heading. */
  name: string
  help?: string
  isUnset?: boolean
  defaultValue?: string
}

const OrderField = ({ name, ...field }: DateField) => (
  <SelectField
    label={`What comes first in the dates of “${name}”?`}
    name={`order ${name}`}
    required
    options={ORDERS}
    {...field}
  />
)

/** A list is rarely older; the command takes any year. */
const YEARS = 15

function YearField({ name, ...field }: DateField) {
  const latest = new Date().getFullYear() + 1
  const years = Array.from({ length: YEARS }, (_, back) => String(latest - back))
  const { defaultValue = '' } = field
  const offered = years.includes(defaultValue) || !/^\d/.test(defaultValue) ? years : [...years, defaultValue]
  return (
    <SelectField
      label={`Which year are the dates of “${name}” in that have none?`}
      name={`year ${name}`}
      required
      options={[...offered.map((year) => [year, year] as const), ['none', 'It is not known']]}
      {...field}
    />
  )
}
