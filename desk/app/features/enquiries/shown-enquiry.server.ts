/** Reads what the page of an enquiry shows. */

import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { nextReplyNumber } from '#services/enquiries/reply.ts'
import { fillTemplate } from '#services/enquiries/reply-templates.ts'
import { londonDay } from '#services/london-time.ts'
import { listPeople } from '#services/people/people.ts'
import { formatList } from '#shared/text/format.ts'
import { deskContext, requirePerson } from '../../context.ts'
import type { Done } from './actions.server.ts'
import { requireConversation, showConversation } from './conversation.server.ts'
import { readRelated } from './related.server.ts'

/** @throws a 404 response, DataError */
export async function readShownEnquiry(
  context: Readonly<RouterContextProvider>,
  reference: string,
  query: URLSearchParams,
) {
  const me = requirePerson(context)
  const { database, addresses, privateSettings, site, sendsMail } = context.get(deskContext)
  const conversation = await requireConversation(database, reference)
  const now = new Date()
  const done = query.get('done') as Done | null
  const templates = privateSettings.replyTemplates
  const template = templates.find(({ name }) => name === query.get('template')) ?? null
  const [people, related] = await Promise.all([
    listPeople(database, now),
    readRelated({ database }, conversation.enquiry, londonDay(now)),
  ])
  const filled =
    template && done !== 'reply' && done !== 'said'
      ? fillTemplate(template, {
          enquiry: conversation.enquiry,
          plates: related.named,
          person: me.name,
          site,
        })
      : null
  return {
    ...showConversation(conversation, now),
    replyTo: formatList([...addresses.to]),
    sendsMail,
    done,
    template: template?.name ?? null,
    filled,
    templates: templates.map(({ name }) => name),
    replyNumber: nextReplyNumber(conversation),
    plates: related.plates,
    otherDeals: related.otherDeals,
    earlier: related.earlier,
    entryKey: randomUUID(),
    people: people.map(({ id, name }) => ({ id, name })),
    me: me.id,
  }
}

export type ShownEnquiry = Awaited<ReturnType<typeof readShownEnquiry>>
