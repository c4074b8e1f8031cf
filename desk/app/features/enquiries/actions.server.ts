import { data, redirect } from 'react-router'
import type { Actor } from '#services/audit/actor.ts'
import {
  addEntry,
  changeEnquiry,
  type EnquiryChange,
  EnquiryConflict,
  EnquiryMissing,
  MAX_ENTRY_LENGTH,
} from '#services/enquiries/change-enquiry.ts'
import { withoutQuotedPart } from '#services/enquiries/quoted-part.ts'
import { replyTo, retryReply } from '#services/enquiries/reply.ts'
import { LOST_REASONS, type LostReason, settableStatuses } from '#services/enquiries/statuses.ts'
import { findPerson } from '#services/people/people.ts'
import { isUuid } from '#services/uuid.ts'
import { cleanText } from '#shared/text/clean-text.ts'
import type { DeskContext } from '../../context.ts'
import { answerForm } from '../../ui/form-answer.server.ts'
import type { Answer } from '../../ui/form-answer.ts'
import { requireConversation, type ShownEntry, showEntry } from './conversation.server.ts'

export type Done = 'reply' | 'note' | 'said' | 'received' | 'change' | 'retry'

export interface Refusal extends Answer {
  /** Changes by other people in the meantime. */
  changes: ShownEntry[]
}

/** Handles the forms on the page of an enquiry. Answers with a redirect, or with data to show beside the form. */
export async function changeFromDesk(reference: string, request: Request, desk: DeskContext, actor: Actor) {
  const form = await request.formData()
  const intent = String(form.get('intent')) as Done
  const text = cleanText(String(form.get('text') ?? ''))
  const refuse = (status: 400 | 409, refused: Partial<Answer>, changes: ShownEntry[] = []) =>
    answerForm(form, refused, status, { changes })
  const { database } = desk
  try {
    switch (intent) {
      case 'reply': {
        const fault = textFault(text, intent)
        if (fault) return refuse(400, { fields: { text: fault } })
        const reply = { text, seen: numberOf(form, 'seen'), number: numberOf(form, 'number') }
        await replyTo(database, reference, reply, desk.addresses, actor)
        desk.wakeOutbox()
        break
      }
      case 'note':
      case 'said':
      case 'received': {
        const kept = keptText(intent, text, desk)
        const fault = textFault(kept, intent)
        if (fault) return refuse(400, { fields: { text: fault } })
        const key = String(form.get('key'))
        if (!isUuid(key)) throw data(null, 400)
        const kind = intent === 'received' ? 'received' : 'note'
        await addEntry(database, reference, { kind, key, text: kept, isAnswer: intent === 'said' }, actor)
        break
      }
      case 'change':
        await changeEnquiry(database, reference, await changeIn(form, desk), numberOf(form, 'seen'), actor)
        desk.wakeOutbox()
        break
      case 'retry': {
        const conversation = await requireConversation(database, reference)
        const isQueued = await retryReply(database, conversation, String(form.get('mail')), actor)
        if (!isQueued) return refuse(409, { message: 'This e-mail is being sent or has already been sent.' })
        desk.wakeOutbox()
        break
      }
      default:
        throw data(null, 400)
    }
  } catch (error) {
    if (error instanceof EnquiryMissing) throw data(null, 404)
    if (!(error instanceof EnquiryConflict)) throw error
    const changes = error.entries.map((entry) => showEntry(entry, new Map()))
    return refuse(
      409,
      { message: 'Nothing was sent or changed, because this has happened since you opened the page:' },
      changes,
    )
  }
  const query = new URLSearchParams({ done: intent })
  // Keeps unsent text of the other form.
  const template = new URL(request.url).searchParams.get('template')
  if (template) query.set('template', template)
  return redirect(`/enquiries/${reference}?${query}`)
}

/** Templates leave unknown values in square brackets. */
const PLACEHOLDER = /\[[a-z]+\]/

function keptText(
  intent: 'note' | 'said' | 'received',
  text: string,
  { addresses: { firm, from, to }, site }: DeskContext,
): string {
  if (intent === 'received') return withoutQuotedPart(text, [firm, from, ...to, site.email])
  return intent === 'said' && text !== '' ? `Said by telephone:\n\n${text}` : text
}

const MISSING = {
  reply: 'Write your reply.',
  said: 'Write your reply.',
  note: 'Write your note.',
  received: 'Paste the e-mail.',
} as const

function textFault(text: string, intent: keyof typeof MISSING): string | null {
  if (text === '') return MISSING[intent]
  if (text.length > MAX_ENTRY_LENGTH) return 'Use 10,000 characters at most.'
  const placeholder = (intent === 'reply' || intent === 'said') && PLACEHOLDER.exec(text)
  return placeholder ? `Replace ${placeholder[0]} with your own words.` : null
}

async function changeIn(form: FormData, { database }: DeskContext): Promise<EnquiryChange> {
  const status = settableStatuses.find((known) => known === form.get('status'))
  const lostReason = (Object.keys(LOST_REASONS) as LostReason[]).find((known) => known === form.get('lost'))
  if (lostReason) return { status: 'lost', lostReason }
  const ownerId = form.get('owner')
  if (ownerId === null) return status ? { status } : {}
  if (ownerId === '') return { owner: null }
  const person = isUuid(String(ownerId)) ? await findPerson(database, String(ownerId)) : null
  if (!person) throw data(null, 400)
  return { owner: { id: person.id, name: person.name } }
}

function numberOf(form: FormData, name: string): number {
  const number = Number(form.get(name) ?? '')
  if (!Number.isInteger(number) || number < 0 || number > 1_000_000) throw data(null, 400)
  return number
}
