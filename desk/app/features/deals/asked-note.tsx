import { CheckField } from '../../ui/field.tsx'
import { typedText, useAnswer } from '../../ui/form-answer.ts'

/** What has to be confirmed before a form is carried out: the question of services/deals/ask-once.ts. */
export function AskedNote() {
  const answer = useAnswer()
  const asked = answer?.fields.confirmed
  // What was confirmed is sent again while something else is put right.
  const confirmed = typedText(answer?.typed, 'confirmed')
  if (!asked) return confirmed ? <input type="hidden" name="confirmed" value={confirmed} /> : null
  return (
    <div className="desk-note" data-kind="error">
      <p>{asked}</p>
      {/* The tick belongs to this question: another one comes without it. */}
      <CheckField key={asked} name="confirmed" value={asked} aria-invalid>
        Go on all the same
      </CheckField>
    </div>
  )
}
