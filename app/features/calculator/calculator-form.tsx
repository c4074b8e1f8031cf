import { type ReactNode, useRef } from 'react'
import { formatPence } from '#shared/text/money.ts'
import { useEarlyInput } from '#shared/ui/early-input.ts'
import { Field, fieldAttributes, InputField, PLEASE_CHOOSE, SelectField } from '../../shared/ui/field.tsx'
import { fieldText } from './amount.ts'
import { type Calculation, otherAmountPence, parseDay } from './calculate.ts'
import type { CalculatorView, Given } from './calculator-view.ts'
import { HOUSES } from './houses.ts'

interface CalculatorFormProps {
  view: CalculatorView
  today: string
  calculation: Calculation
  onChange: (part: Partial<CalculatorView>, delayMs: number) => void
}

/** Delay before the URL follows the input. */
const TYPING_MS = 500

const HOUSE_OPTIONS = HOUSES.map(({ key, name }) => [key, name] as const)

/** A GET form; with script, each amount updates the other on every key. */
export function CalculatorForm({ view, today, calculation, onChange }: CalculatorFormProps) {
  const { given, amount } = view
  const { house, errors, answers } = calculation
  const otherPence = otherAmountPence(given, answers)
  const other = otherPence === null || otherPence === 0 ? '' : fieldText(otherPence)
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)

  const field = (name: Given, label: string, help: ReactNode) => {
    const isGiven = name === given
    const error = isGiven ? errors.amount : undefined
    return (
      <Field name={name} label={label} help={help} error={error}>
        <span className="pounds calculator-amount">
          <span aria-hidden="true">£</span>
          <input
            {...fieldAttributes({ name, help, error })}
            type="text"
            inputMode="decimal"
            className="input"
            value={isGiven ? amount : other}
            onChange={({ target }) => onChange({ given: name, amount: target.value }, TYPING_MS)}
            autoComplete="off"
            maxLength={40}
            enterKeyHint="done"
          />
        </span>
      </Field>
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
      <SelectField
        name="house"
        label="Auction"
        error={errors.house}
        value={errors.house ? '' : house.key}
        onChange={({ target }) => onChange({ house: target.value }, 0)}
        options={errors.house ? [PLEASE_CHOOSE, ...HOUSE_OPTIONS] : HOUSE_OPTIONS}
      />
      <InputField
        name="date"
        label="Date of the auction"
        error={errors.date}
        type="date"
        value={view.date === '' ? today : (parseDay(view.date) ?? '')}
        onChange={({ target }) => onChange({ date: target.value }, TYPING_MS)}
      />
      {field('hammer', 'Your bid', 'The hammer price, before fees')}
      {field('budget', 'You pay', 'Your budget, everything included')}
      <p className="unscripted col-span-full">
        <button type="submit" className="button">
          Work It Out
        </button>
      </p>
      {given === 'budget' && (
        <p className="note col-span-full">
          {house.bidStepGbp === null
            ? `We don’t know the bidding steps at ${house.name}, so the bid is rounded down to whole pounds.`
            : `Bids go up in steps of ${formatPence(house.bidStepGbp * 100)}, so yours is rounded down.`}
        </p>
      )}
    </form>
  )
}
