import { isOpenStatus, LOST_REASONS, settableStatuses } from '#services/enquiries/statuses.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Select } from '../../ui/field.tsx'
import type { ShownEnquiry } from './shown-enquiry.server.ts'
import { ENQUIRY_STATUS_LABELS } from './status-labels.ts'

/** Forms for status and owner. Each sends the revision that the page shows, so that no other change is overwritten. */
export function ChangeForms({ enquiry }: { enquiry: ShownEnquiry }) {
  const { status, lostReason, isSuspected, owner, ownerId, revision, people, me } = enquiry
  const shown = settableStatuses.filter(
    (choice) => choice !== status && choice !== 'lost' && !(isSuspected && choice === 'spam'),
  )
  const hasLeft = ownerId !== null && !people.some(({ id }) => id === ownerId)
  return (
    <div className="mb-4 grid gap-4">
      <DeskForm sends={{ intent: 'change', seen: revision }}>
        <p className="mb-2">
          <span className="text-quiet text-sm">Status</span>
          <br />
          <strong className={isOpenStatus(status) ? 'waits' : undefined}>
            {isSuspected
              ? 'Suspected spam'
              : `${ENQUIRY_STATUS_LABELS[status]}${lostReason ? ` (${lostReason})` : ''}`}
          </strong>
        </p>
        <div className="desk-actions">
          {shown.map((choice) => (
            <SubmitButton key={choice} name="status" value={choice}>
              {choice === 'new'
                ? status === 'spam'
                  ? 'Not spam'
                  : 'Mark as new'
                : ENQUIRY_STATUS_LABELS[choice]}
            </SubmitButton>
          ))}
        </div>
        {status !== 'lost' && !isSuspected && (
          <fieldset className="desk-actions mt-2">
            <legend className="mb-1 text-quiet text-sm">Lost, and why</legend>
            <SubmitButton name="status" value="lost">
              {ENQUIRY_STATUS_LABELS.lost}
            </SubmitButton>
            {Object.entries(LOST_REASONS).map(([reason, label]) => (
              <SubmitButton key={reason} name="lost" value={reason}>
                <span className="sr-only">Lost: </span>
                {label}
              </SubmitButton>
            ))}
          </fieldset>
        )}
      </DeskForm>
      <DeskForm key={ownerId} sends={{ intent: 'change', seen: revision }}>
        <div className="desk-field">
          <label htmlFor="owner">Owner</label>
          <div className="flex gap-2">
            <Select
              id="owner"
              name="owner"
              defaultValue={ownerId ?? ''}
              options={[
                ['', 'Nobody'],
                ...(hasLeft ? [[ownerId, `${owner} (has left)`] as const] : []),
                ...people.map(({ id, name }) => [id, id === me ? `${name} (you)` : name] as const),
              ]}
            />
            <SubmitButton>Save</SubmitButton>
          </div>
        </div>
      </DeskForm>
    </div>
  )
}

/** Suspected spam needs a decision, so its two options are above the conversation. */
export function SuspectedNote({ enquiry }: { enquiry: ShownEnquiry }) {
  const { quarantineReason, revision } = enquiry
  return (
    <div className="desk-note mb-4">
      <p className="mb-2">
        This may be spam. {quarantineReason} It was not e-mailed to you, and the visitor got no
        acknowledgement.
      </p>
      <DeskForm className="desk-actions" sends={{ intent: 'change', seen: revision }}>
        <SubmitButton name="status" value="new" data-main>
          Not spam
        </SubmitButton>
        <SubmitButton name="status" value="spam">
          Spam
        </SubmitButton>
      </DeskForm>
    </div>
  )
}
