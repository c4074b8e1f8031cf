interface LookupFormProps {
  /** The text that was entered before. */
  typed?: string
  /** Why it is not a registration. */
  error?: string | null
}

/** "What is your registration?": a plain GET form that needs no script. */
export function LookupForm({ typed = '', error = null }: LookupFormProps) {
  return (
    <form action="/registration" className="lookup" aria-label="Look up a registration">
      <label htmlFor="lookup" className="subheading block">
        What is your registration?
      </label>
      <p id="lookup-help" className="mt-1 text-quiet">
        See what is on record about it and what similar registrations have sold for.
      </p>
      <div className="lookup-row">
        <div className="lookup-field">
          <input
            id="lookup"
            name="q"
            className="input lookup-input"
            defaultValue={typed}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            // biome-ignore lint/a11y/noAutofocus: the answer to a form that was refused, as on our other forms
            autoFocus={error !== null}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'lookup-help lookup-error' : 'lookup-help'}
          />
          {error && (
            <p id="lookup-error" className="field-error">
              {error}
            </p>
          )}
        </div>
        <button type="submit" className="button lookup-button">
          Look It Up
        </button>
      </div>
    </form>
  )
}
