import { CheckField } from '../../ui/field.tsx'

interface AskedNoteProps {
  /** The question of services/deals/ask-once.ts, if the form was refused with one. */
  asked: string | undefined
  /** What the form sent as confirmed, which is sent again while something else is put right. */
  confirmed: string | undefined
}

/** What has to be confirmed before a form is carried out. */
export function AskedNote({ asked, confirmed }: AskedNoteProps) {
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
