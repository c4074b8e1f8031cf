import type { HeadingQuestions } from '#services/import/open-headings.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import type { ColumnLabels } from './labels.server.ts'

interface Props {
  labels: ColumnLabels
  unit: 'line' | 'row'
  headingLine: number
  names: readonly string[]
  questions: HeadingQuestions
}

/** Asks for the meaning of headings that no earlier list has established. */
export function HeadingQuestionsForm({ labels, unit, headingLine, names, questions }: Props) {
  const { unknown, repeated, unnamed, lacksRegistration, lacks } = questions
  const asked = [
    ...unknown.map(({ name, samples }) => ({ name, hint: samples.join(' · ') || 'no values' })),
    ...unnamed.map(({ name, cell, line }) => ({ name, hint: `no heading, “${cell}” on ${unit} ${line}` })),
  ]
  // If there are unknown headings, the column is probably one of them.
  const missing =
    asked.length > 0
      ? []
      : [...(lacksRegistration ? ['plate_number'] : []), ...lacks.map(({ column }) => column)]
  return (
    <DeskForm className="max-w-reading" key={JSON.stringify(questions)}>
      <p className="mb-4">
        {headingLine > 0 && `The headings are on ${unit} ${headingLine}. `}
        {unnamed.length > 0 && unnamed.length === names.length
          ? 'The list has no headings. Say what its columns are.'
          : 'Say what these columns are. The answers are remembered for the next list.'}
        {lacksRegistration && ' One column must hold the registration.'}
        {lacks.map(({ message }) => ` ${message.replace(/: name one.*$/, '.')}`)}
      </p>
      {repeated.map(({ column, names: same }) => (
        <fieldset key={column} className="mb-4">
          <legend className="font-medium text-sm">Which of these is “{labels[column] ?? column}”?</legend>
          {same.map((name) => (
            <label key={name} className="flex min-h-10 items-center gap-2">
              <input type="radio" name={`repeated-${column}`} value={name} required />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
      {asked.map(({ name, hint }, index) => (
        <div key={name} className="desk-field mb-4">
          <input type="hidden" name={`heading-${index}`} value={name} />
          <label htmlFor={`column-${index}`}>{name}</label>
          <ColumnSelect
            id={`column-${index}`}
            name={`column-${index}`}
            labels={labels}
            describedBy={`column-${index}-help`}
          />
          <p id={`column-${index}-help`} className="help break-words">
            {hint}
          </p>
        </div>
      ))}
      {missing.map((column) => (
        <div key={column} className="desk-field mb-4">
          <label htmlFor={`missing-${column}`}>Which column is “{labels[column] ?? column}”?</label>
          <select
            id={`missing-${column}`}
            name={`repeated-${column}`}
            required
            className="desk-input"
            defaultValue=""
          >
            <option value="" disabled>
              Choose
            </option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ))}
      <SubmitButton name="intent" value="headings" data-main>
        Continue
      </SubmitButton>
    </DeskForm>
  )
}

interface ColumnSelectProps {
  id: string
  name: string
  labels: Readonly<Record<string, string>>
  /** The column, or `-`. */
  value?: string
  describedBy?: string
}

export function ColumnSelect({ id, name, labels, value = '', describedBy }: ColumnSelectProps) {
  return (
    <select
      id={id}
      name={name}
      required
      className="desk-input"
      defaultValue={value}
      aria-describedby={describedBy}
    >
      <option value="" disabled>
        Choose
      </option>
      <option value="-">Leave this column out</option>
      {Object.entries(labels).map(([column, label]) => (
        <option key={column} value={column}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Asks which sheet of a workbook contains the list. */
export function SheetForm({ names, likely }: { names: readonly string[]; likely: string }) {
  return (
    <DeskForm className="max-w-reading">
      <fieldset className="mb-4">
        <legend className="mb-1">The workbook has several sheets. Which one has the list?</legend>
        {names.map((name) => (
          <label key={name} className="flex min-h-10 items-center gap-2">
            <input type="radio" name="sheet" value={name} required defaultChecked={name === likely} />
            {name}
          </label>
        ))}
      </fieldset>
      <SubmitButton name="intent" value="sheet" data-main>
        Continue
      </SubmitButton>
    </DeskForm>
  )
}
