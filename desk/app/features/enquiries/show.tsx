import { actorOf, deskContext } from '../../context.ts'
import { FormProblem } from '../../ui/field.tsx'
import { answerTo } from '../../ui/form-answer.ts'
import { ownEntry } from '../../ui/own-entry.ts'
import { DoneNote, Page, Section, TextLink } from '../../ui/page.tsx'
import { Fact } from '../stock/plate-fact.tsx'
import type { Route } from './+types/show'
import { changeFromDesk, type Done } from './actions.server.ts'
import { ChangeForms, SuspectedNote } from './change-forms.tsx'
import { EnquiryPlates, LinkList } from './enquiry-plates.tsx'
import { EntryItem, MailState, VERBS } from './entries.tsx'
import { EntryForm } from './entry-form.tsx'
import { NOT_SENT } from './not-sent.ts'
import { ReplyForm } from './reply-form.tsx'
import { readShownEnquiry } from './shown-enquiry.server.ts'
import { ENQUIRY_STATUS_LABELS } from './status-labels.ts'

// After a conflict the forms must contain the current revision.
export { revalidateRefused as shouldRevalidate } from '../../ui/form-answer.ts'

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  readShownEnquiry(context, params.reference, url.searchParams)

export const action = ({ context, params, request }: Route.ActionArgs) =>
  changeFromDesk(params.reference, request, context.get(deskContext), actorOf(context))

const DONE: Record<Done | 'saved', string> = {
  reply: 'Your reply is on its way.',
  saved: NOT_SENT,
  note: 'Your note has been added.',
  said: 'What you said is in the conversation.',
  received: 'Their reply is in the conversation, and waits for your answer.',
  change: 'Saved.',
  retry: 'The e-mail will be sent again.',
}

export default function ShowEnquiry({ loaderData: enquiry, actionData: refusal }: Route.ComponentProps) {
  const { reference, name, topic, done } = enquiry
  const isDone = (what: Done) => !refusal && done === what
  const isFile = !enquiry.sendsMail && (done === 'reply' || done === 'retry')
  const given = (intent: 'received' | 'note') => ({
    intent,
    enquiry,
    isSent: isDone(intent),
    refusal: answerTo(refusal, intent),
  })
  return (
    <Page title={name} actions={<TextLink to="/enquiries">All enquiries</TextLink>}>
      <p className="-mt-3 mb-4 text-quiet" key={`${enquiry.status} ${enquiry.owner} ${enquiry.waited}`}>
        {topic} · {reference} ·{' '}
        {enquiry.isSuspected ? 'Suspected spam' : ENQUIRY_STATUS_LABELS[enquiry.status]}
        {enquiry.owner && ` · ${enquiry.owner}`}
        {enquiry.waited && (
          <>
            {' · '}
            {enquiry.isWaiting ? (
              <span className="waits">{`waiting for ${enquiry.waited}`}</span>
            ) : (
              `first reply after ${enquiry.waited}`
            )}
          </>
        )}
      </p>
      {refusal?.message && (
        <FormProblem className="mb-4">
          <p>{refusal.message}</p>
          {refusal.changes.length > 0 && (
            <>
              <ul className="mt-2">
                {refusal.changes.map(({ id, person, body, at, kind }) => (
                  <li key={id}>
                    {at}, {person}
                    {kind === 'event' ? ': ' : ` ${VERBS[kind]}: `}
                    <span className="conversation-body">{body}</span>
                  </li>
                ))}
              </ul>
              <p className="mt-2">What you typed is still here: send it again if it still applies.</p>
            </>
          )}
        </FormProblem>
      )}
      {!refusal && <DoneNote>{ownEntry(DONE, isFile ? 'saved' : done)}</DoneNote>}
      {enquiry.isSuspected && <SuspectedNote enquiry={enquiry} />}
      <div className="grid desk:grid-cols-[minmax(0,1fr)_20rem] gap-x-10 gap-y-6">
        <div className="min-w-0">
          <EnquiryPlates {...enquiry} />
          <section aria-label="Conversation">
            <ol className="border-line border-t">
              <li className="conversation-entry" data-kind="visitor">
                <div className="flex flex-wrap justify-between gap-x-4">
                  <p>
                    <strong>{name}</strong> {enquiry.isByTelephone ? 'rang' : 'wrote'}
                  </p>
                  <p className="text-quiet text-sm tabular-nums">{enquiry.received}</p>
                </div>
                {enquiry.offer && <p className="mt-1">{`Their offer: ${enquiry.offer}`}</p>}
                <p className="conversation-body my-1">
                  {enquiry.message ??
                    (enquiry.isByTelephone ? 'Nothing was written down.' : 'No message, only the form.')}
                </p>
                {enquiry.mailToDealer && <MailState mail={enquiry.mailToDealer} what="E-mail to you" />}
                {enquiry.acknowledgement && (
                  <MailState mail={enquiry.acknowledgement} what="Acknowledgement to the visitor" />
                )}
              </li>
              {enquiry.entries.map((entry) => (
                <EntryItem key={entry.id} entry={entry} visitor={name} />
              ))}
            </ol>
          </section>
          {enquiry.hasAddress && (
            <details
              key={isDone('received') ? enquiry.entryKey : ''}
              className="enquiry-form"
              open={answerTo(refusal, 'received') !== undefined}
            >
              <summary className="link">They replied</summary>
              <EntryForm
                {...given('received')}
                label={`The e-mail from ${name}`}
                help={`It is in your mailbox (${enquiry.replyTo}): paste it here, and the enquiry waits for your answer again.`}
                button="Add their reply"
                rows={6}
                maxLength={50_000}
              />
            </details>
          )}
          <ReplyForm
            enquiry={enquiry}
            refusal={answerTo(refusal, 'reply', 'said')}
            isSent={isDone('reply') || isDone('said')}
          />
          <Section id="note-title" title="Note" className="enquiry-form">
            <EntryForm
              {...given('note')}
              label="For the desk only"
              button="Add note"
              rows={3}
              maxLength={10_000}
            />
          </Section>
        </div>
        <aside className="min-w-0" aria-label="About this enquiry">
          <ChangeForms enquiry={enquiry} />
          <dl className="border-line border-b text-row">
            {enquiry.facts.map(({ label, value }) => (
              <Fact
                key={label}
                label={label}
                className="grid grid-cols-[7.25rem_minmax(0,1fr)] border-line border-t py-2"
              >
                {value}
              </Fact>
            ))}
          </dl>
          {enquiry.earlier.length > 0 && (
            <Section id="earlier-title" title="Earlier enquiries" className="mt-4">
              <LinkList links={enquiry.earlier} />
            </Section>
          )}
          <p className="mt-3">
            <TextLink to={`/enquiries/${reference}/forget`}>Forget this person</TextLink>
          </p>
        </aside>
      </div>
    </Page>
  )
}
