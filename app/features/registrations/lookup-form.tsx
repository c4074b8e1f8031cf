import type { ComponentProps } from 'react'
import { FieldError } from '../../shared/ui/field-error.tsx'

interface LookupFormProps {
  /** The text that was entered before. */
  typed?: string
  /** Why it is not a registration. */
  error?: string | null
}

/** "What is your registration?": a plain GET form that needs no script. */
export function LookupForm({ typed = '', error = null }: LookupFormProps) {
  return (
    <form action="/registration" aria-label="Look up a registration">
      <label htmlFor="lookup" className="subheading block">
        What is your registration?
      </label>
      <p id="lookup-help" className="mt-1 text-quiet">
        See what is on record about it and what similar registrations have sold for.
      </p>
      <LookupRow
        id="lookup"
        name="q"
        defaultValue={typed}
        // The answer to a form that was refused, as on our other forms.
        autoFocus={error !== null}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'lookup-help lookup-error' : 'lookup-help'}
        error={error}
        button="Look It Up"
      />
    </form>
  )
}

interface LookupRowProps extends ComponentProps<'input'> {
  id: string
  error?: string | null
  button: string
}

/** The field for a registration, and the button beside it. */
export const LookupRow = ({ error, button, ...input }: LookupRowProps) => (
  <div className="mt-4 flex flex-wrap items-start gap-3">
    <div className="min-w-0 grow basis-56">
      <input
        className="input mt-0 min-h-14 text-[1.25rem]"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        {...input}
      />
      <FieldError name={input.id} error={error ?? undefined} />
    </div>
    <button type="submit" className="button min-h-14 px-7 max-[30rem]:grow">
      {button}
    </button>
  </div>
)
