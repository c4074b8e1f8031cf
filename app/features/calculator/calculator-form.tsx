import { type ReactNode, useEffect, useRef } from 'react'
import { fieldText, formatPence } from './amount.ts'
import { type Calculation, otherAmountPence, parseDay } from './calculate.ts'
import type { CalculatorView, Given } from './calculator-view.ts'
import { HOUSES } from './houses.ts'

interface CalculatorFormProps {
  view: CalculatorView
  today: string
  calculation: Calculation
  onChange: (part: Partial<CalculatorView>, delayMs: number) => void
}

/** While somebody types, the address waits. */
const TYPING_MS = 500

/** A GET form; with script, the two amounts answer each other at each key. */
export function CalculatorForm({ view, today, calculation, onChange }: CalculatorFormProps) {
  const { given, amount } = view
  const { house, errors, answers } = calculation
  const otherPence = otherAmountPence(given, answers)
  const other = otherPence === null || otherPence === 0 ? '' : fieldText(otherPence)
  const form = useRef<HTMLFormElement>(null)

  // What was typed before this script ran, or was filled in by the browser after a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined).get(given)
    if (typeof typed === 'string' && typed !== amount) onChange({ amount: typed }, TYPING_MS)
  }, [])

  const field = (name: Given, label: string, help: ReactNode) => {
    const isGiven = name === given
    return (
      <AmountField
        name={name}
        label={label}
        help={help}
        value={isGiven ? amount : other}
        error={isGiven ? errors.amount : undefined}
        onChange={(typed) => onChange({ given: name, amount: typed }, TYPING_MS)}
      />
    )
  }
  return (
    <form
      ref={form}
      action="/auction-calculator"
      className="calculator-form"
      aria-label="Auction fees calculator"
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="was" value={given} />
      <input type="hidden" name="shown" value={other} />
      <div className="field">
        <label htmlFor="house" className="field-label">
          Where
        </label>
        <select
          id="house"
          name="house"
          className="input select"
          value={errors.house ? '' : house.key}
          onChange={({ target }) => onChange({ house: target.value }, 0)}
          {...faultOf('house', errors.house)}
        >
          {errors.house && <option value="">Please choose</option>}
          {HOUSES.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
        <FieldError name="house" error={errors.house} />
      </div>
      <div className="field">
        <label htmlFor="date" className="field-label">
          Date of the auction
        </label>
        <input
          type="date"
          id="date"
          name="date"
          className="input"
          value={view.date === '' ? today : (parseDay(view.date) ?? '')}
          onChange={({ target }) => onChange({ date: target.value }, TYPING_MS)}
          {...faultOf('date', errors.date)}
        />
        <FieldError name="date" error={errors.date} />
      </div>
      {field('hammer', 'Your bid', 'The hammer price, before fees')}
      {field('budget', 'You pay', 'Everything included: your budget')}
      <p className="unscripted calculator-submit">
        <button type="submit" className="button">
          Work It Out
        </button>
      </p>
      {house.bidStepGbp === null && given === 'budget' && (
        <p className="calculator-note">
          We don’t know what steps {house.name} takes bids in, so the bid is rounded down to whole pounds.
        </p>
      )}
      {house.bidStepGbp !== null && given === 'budget' && (
        <p className="calculator-note">
          Bids go up in steps of {formatPence(house.bidStepGbp * 100)}, so the bid is rounded down to the
          nearest step.
        </p>
      )}
    </form>
  )
}

interface AmountFieldProps {
  name: Given
  label: string
  help: ReactNode
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

function AmountField({ name, label, help, value, error, onChange }: AmountFieldProps) {
  const { 'aria-describedby': fault, ...invalid } = faultOf(name, error)
  return (
    <div className="field">
      <label htmlFor={name} className="field-label">
        {label}
      </label>
      <p id={`${name}-help`} className="field-help">
        {help}
      </p>
      <span className="calculator-amount">
        <span aria-hidden="true">£</span>
        <input
          type="text"
          inputMode="decimal"
          id={name}
          name={name}
          className="input"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
          maxLength={40}
          enterKeyHint="done"
          aria-describedby={[`${name}-help`, fault].filter(Boolean).join(' ')}
          {...invalid}
        />
      </span>
      <FieldError name={name} error={error} />
    </div>
  )
}

function faultOf(name: string, error: string | undefined) {
  return error ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {}
}

function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${name}-error`} className="field-error">
      {error}
    </p>
  )
}
