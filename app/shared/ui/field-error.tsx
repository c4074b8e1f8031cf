/** The error of a field, whose `aria-describedby` names it. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${name}-error`} className="field-error">
      {error}
    </p>
  )
}
