import type { ReactNode } from 'react'
import type { Field, FormField } from '#shared/form/form-field.ts'
import { CheckField, Choices, SelectField, TextArea, TextField } from './field.tsx'
import { useAnswer } from './form-answer.ts'

/** A field with its value, of which ticks have several. */
export interface ValuedField extends Field {
  value?: string | readonly string[] | null | undefined
}

export type ShownField = Omit<ValuedField, 'help'> & { help?: ReactNode }

type Given<Shown> = string | Partial<Shown> | null

/** The fields that have a label, with their values and how they differ from their declaration; null leaves one out. */
export const fieldsWith = <Shown extends ValuedField>(
  fields: Readonly<Record<string, FormField>>,
  values: Readonly<Record<string, Given<Shown> | undefined>>,
): Shown[] =>
  Object.entries(fields).flatMap(([name, { parse: _, ...declared }]) => {
    const given = values[name]
    if (declared.label === undefined || given === null) return []
    return [{ ...declared, name, ...(typeof given === 'string' ? { value: given } : given) } as Shown]
  })

interface FieldsProps {
  /** Those in a list of their own stand side by side. */
  fields: readonly (ShownField | readonly ShownField[])[]
  pair?: string
}

/** Shows fields as they are declared. */
export const Fields = ({ fields, pair = 'stock-field-pair' }: FieldsProps) =>
  fields.map((field) =>
    'name' in field ? (
      <FieldInput key={field.name} {...field} />
    ) : (
      <div key={field.map(({ name }) => name).join()} className={pair}>
        {field.map((each) => (
          <FieldInput key={each.name} {...each} />
        ))}
      </div>
    ),
  )

function FieldInput({ input, options, rows, value, ...field }: ShownField) {
  const fault = useAnswer()?.fields[field.name]
  const { name, label } = field
  const values = [value ?? ''].flat()
  if (input === 'tick')
    return (
      <CheckField name={name} defaultChecked={values.includes('yes')}>
        {label}
      </CheckField>
    )
  if (options && (input === 'radios' || input === 'checks'))
    return (
      <>
        <div
          className={
            input === 'checks'
              ? 'grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-4'
              : 'grid gap-2'
          }
        >
          <Choices
            {...(input === 'radios' && { type: 'radio' })}
            name={name}
            options={options}
            chosen={values}
          />
        </div>
        {fault && <p className="waits">{fault}</p>}
      </>
    )
  const shown = { ...field, defaultValue: values[0] }
  if (options) return <SelectField {...shown} options={options} />
  return rows ? <TextArea {...shown} rows={rows} /> : <TextField {...shown} type={input} />
}
