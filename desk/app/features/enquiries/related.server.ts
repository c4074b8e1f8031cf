import { describeTopic } from '#services/enquiries/conversation.ts'
import type { StoredEnquiry } from '#services/enquiries/enquiry-store.ts'
import type { ListedEnquiry } from '#services/enquiries/list-enquiries.ts'
import { listEarlier, listOpenAbout } from '#services/enquiries/related-enquiries.ts'
import { type NamedPlate, namedRegistrations, readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { STATUS_LABELS } from '#services/stock/status-change.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { GONE_TEMPLATE, OFFER_TEMPLATE } from '#shared/enquiries/template-text.ts'
import { formatGbp } from '#shared/text/money.ts'
import { shortDay, shortMoment } from '../../ui/dates.ts'
import { ENQUIRY_STATUS_LABELS } from './status-labels.ts'

export interface ShownPlate {
  registration: string
  /** Null if it is not ours. */
  path: string | null
  status: string
  price: string | null
  /** Others who ask about it; the links open a draft of what to tell them. */
  alsoAsking: ShownEnquiry[]
}

export interface ShownEnquiry {
  reference: string
  to: string
  text: string
  /** When it came, and its status. */
  aside: string
}

/** The plates of an enquiry, and the earlier enquiries of the same person. @param today in London */
export async function readRelated(client: BackendClient, enquiry: StoredEnquiry, today: string) {
  const [plates, asking, earlier] = await Promise.all([
    readNamedPlates(client, enquiry),
    listOpenAbout(client, namedRegistrations(enquiry.plateNumber), enquiry),
    listEarlier(client, enquiry),
  ])
  const open = asking.filter(
    ({ id, email }) =>
      !(email && email.toLowerCase() === enquiry.email?.toLowerCase()) &&
      !earlier.some((own) => own.id === id),
  )
  return {
    named: plates,
    plates: plates.map((plate): ShownPlate => {
      const { registration, stock } = plate
      const draft = draftFor(plate)
      return {
        registration,
        path: stock && `/stock/${stock.id}`,
        status: describeStock(stock),
        price: stock?.priceGbp && stock.status !== 'sold' ? formatGbp(stock.priceGbp) : null,
        alsoAsking: open
          .filter(({ plateNumber }) => namedRegistrations(plateNumber).includes(registration))
          .map((other) => showEnquiry(other, other.name, today, draft)),
      }
    }),
    earlier: earlier.map((one) => showEnquiry(one, describeTopic(one), today)),
  }
}

function draftFor({ stock }: NamedPlate): string {
  if (!stock) return ''
  const template = stock.status === 'for_sale' ? OFFER_TEMPLATE : GONE_TEMPLATE
  return `?${new URLSearchParams({ template })}#reply`
}

function describeStock(stock: NamedPlate['stock']): string {
  if (!stock) return 'Not ours'
  const { status, reservedUntil, reservedFor } = stock
  if (status !== 'reserved') return STATUS_LABELS[status]
  return [
    STATUS_LABELS.reserved,
    reservedUntil && `until ${shortDay(reservedUntil)}`,
    reservedFor && `for ${reservedFor}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const showEnquiry = (
  { reference, createdAt, status }: ListedEnquiry,
  text: string,
  today: string,
  draft = '',
): ShownEnquiry => ({
  reference,
  to: `/enquiries/${reference}${draft}`,
  text,
  aside: `${shortMoment(createdAt, today)} · ${ENQUIRY_STATUS_LABELS[status]}`,
})
