import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'
import { SubmitButton } from './desk-form.tsx'

interface SearchFormProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** The address of the list. */
  action: string
  /** Says what to search for, also to screen readers. */
  label: string
  /** Sent with what is typed. */
  sends?: Readonly<Record<string, string>>
  /** Filters beside the text. */
  children?: ReactNode
}

/** A GET form above a list: search text, filters and a button. */
export const SearchForm = ({ action, label, sends = {}, children, ...input }: SearchFormProps) => (
  <Form
    method="get"
    action={action}
    role="search"
    className="flex flex-wrap items-end gap-2 [&>select]:w-auto [&>select]:min-w-0 [&>select]:flex-[1_1_8.5rem] desk:[&>select]:flex-none"
  >
    {Object.entries(sends).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <input
      type="search"
      name="q"
      className="desk-input desk:w-64 w-auto min-w-0 desk:flex-none flex-[1_1_7rem] max-[22.5rem]:basis-40"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      data-shortcut="search"
      {...input}
    />
    {children}
    <SubmitButton>Show</SubmitButton>
  </Form>
)
