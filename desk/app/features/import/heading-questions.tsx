import type { ComponentProps } from 'react'
import type { HeadingQuestions } from '#services/import/open-headings.ts'
import { type HeadingPlace, hasTwoHeadingRows, placeOfHeadings } from '#shared/cells/cell.ts'
import { formatList } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Choices, SelectField } from '../../ui/field.tsx'
import type { Answer } from '../../ui/form-answer.ts'
import { DateQuestions } from './date-questions.tsx'
import type { ColumnLabels } from './labels.server.ts'

interface Props extends HeadingPlace {
  labels: ColumnLabels
  names: readonly string[]
  questions: HeadingQuestions
  /** If it was refused. */
  answer: Answer | undefined
}

/** Asks for the meaning of headings that no earlier list has established. */
export function HeadingQuestionsForm({ labels, names, questions, answer, ...place }: Props) {
  const { unknown, repeated, unnamed, lacksRegistration, lacks, dates, sideBySide } = questions
  if (sideBySide.length > 0) return <SideBySideForm columns={sideBySide} />
  const asked = [
    ...unknown.map(({ name, samples }) => ({ name, hint: samples.join(' · ') || 'no values' })),
    ...unnamed.map(({ name, cell, line }) => ({
      name,
      hint: `no heading, “${cell}” on ${place.unit} ${line}`,
    })),
  ]
  // If there are unknown headings, the column is probably one of them.
  const missing =
    asked.length > 0
      ? []
      : [...(lacksRegistration ? ['plate_number'] : []), ...lacks.map(({ column }) => column)]
  return (
    <DeskForm className="max-w-reading" key={JSON.stringify(questions)} answer={answer} showsMessage={false}>
      <p className="mb-4">
        {place.headingLine > 0 &&
          (hasTwoHeadingRows(place)
            ? `The list has two heading rows, ${placeOfHeadings(place)}: their words are joined. `
            : `The headings are on ${placeOfHeadings(place)}. `)}
        {unnamed.length > 0 && unnamed.length === names.length
          ? 'The list has no headings. Say what its columns are.'
          : asked.length + repeated.length > 0 &&
            'Say what these columns are. The answers are remembered for the next list.'}
        {dates.length > 0 && ' Some dates can be read in more than one way.'}
        {lacksRegistration && ' One column must hold the registration.'}
        {lacks.map(({ message }) => ` ${message.replace(/: name one.*$/, '.')}`)}
      </p>
      {repeated.map(({ column, names: same }) => (
        <fieldset key={column} className="mb-4 grid">
          <legend className="font-medium text-sm">Which of these is “{labels[column] ?? column}”?</legend>
          <Choices
            type="radio"
            name={`repeated-${column}`}
            options={same.map((name) => [name, name])}
            required
          />
        </fieldset>
      ))}
      {asked.map(({ name, hint }, index) => (
        <div key={name} className="mb-4">
          <input type="hidden" name={`heading-${index}`} value={name} />
          <ColumnField label={name} index={index} labels={labels} help={hint} isUnset />
        </div>
      ))}
      {missing.map((column) => (
        <div key={column} className="mb-4">
          <SelectField
            label={`Which column is “${labels[column] ?? column}”?`}
            name={`repeated-${column}`}
            required
            isUnset
            options={names.map((name) => [name, name])}
          />
        </div>
      ))}
      <DateQuestions doubts={dates} unit={place.unit} />
      <SubmitButton name="intent" value="headings" data-main>
        Continue
      </SubmitButton>
    </DeskForm>
  )
}

interface ColumnFieldProps {
  label: string
  index: number
  labels: ColumnLabels
  help?: string
  isUnset?: boolean
  /** The column, or `-`. */
  defaultValue?: string
}

export const ColumnField = ({ index, labels, ...field }: ColumnFieldProps) => (
  <SelectField
    name={`column-${index}`}
    required
    options={[['-', 'Leave this column out'], ...Object.entries(labels)]}
    {...field}
  />
)

const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six']

/** Asks what becomes of lists that stand side by side. */
const SideBySideForm = ({ columns }: { columns: readonly string[] }) => (
  <ChoiceForm
    question={`There are ${NUMBERS[columns.length] ?? columns.length} lists side by side: columns ${formatList(columns)}.`}
    name="side-by-side"
    options={{ below: 'Read them all, one below the other', first: `Read columns ${columns[0]} alone` }}
  />
)

/** Asks which sheet of a workbook contains the list. */
export const SheetForm = ({ names, likely }: { names: readonly string[]; likely: string }) => (
  <ChoiceForm
    question="The workbook has several sheets. Which one has the list?"
    name="sheet"
    options={names.map((name) => [name, name])}
    chosen={[likely]}
  />
)

interface ChoiceFormProps extends Pick<ComponentProps<typeof Choices>, 'options' | 'chosen'> {
  question: string
  /** Also the intent of the form. */
  name: string
}

const ChoiceForm = ({ question, name, ...choices }: ChoiceFormProps) => (
  <DeskForm className="max-w-reading">
    <fieldset className="mb-4 grid">
      <legend className="mb-1">{question}</legend>
      <Choices type="radio" name={name} required {...choices} />
    </fieldset>
    <SubmitButton name="intent" value={name} data-main>
      Continue
    </SubmitButton>
  </DeskForm>
)
