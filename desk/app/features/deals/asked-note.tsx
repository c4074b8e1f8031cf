import { CheckField } from '../../ui/field.tsx'
import { typedText, useAnswer } from '../../ui/form-answer.ts'

/** What has to be confirmed before a form is carried out, such as the question of services/deals/ask-once.ts. */
export function AskedNote({ name = 'confirmed', label = 'Go on all the same' }) {
  const answer = useAnswer()
  const asked = answer?.fields[name]
  // What was confirmed is sent again while something else is put right.
  const confirmed = typedText(answer?.typed, name)
  if (!asked) return confirmed ? <input type="hidden" name={name} value={confirmed} /> : null
  return (
    <div className="desk-note" data-kind="error">
      <p>{asked}</p>
      {/* The tick belongs to this question: another one comes without it. */}
      <CheckField key={asked} name={name} value={asked} aria-invalid>
        {label}
      </CheckField>
    </div>
  )
}
