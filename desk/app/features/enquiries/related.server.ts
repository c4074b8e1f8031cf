import { dealsOfEnquiries } from '#services/deals/deal-store.ts'
import type { Deal } from '#services/deals/deal-types.ts'
import { describeTopic } from '#services/enquiries/conversation.ts'
import type { StoredEnquiry } from '#services/enquiries/enquiry-store.ts'
import type { ListedEnquiry } from '#services/enquiries/list-enquiries.ts'
import { listEarlier, listOpenAbout } from '#services/enquiries/related-enquiries.ts'
import { type NamedPlate, namedRegistrations, readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { GONE_TEMPLATE, OFFER_TEMPLATE } from '#shared/enquiries/template-text.ts'
import { formatGbp, formatPence } from '#shared/text/money.ts'
import type { DeskContext } from '../../context.ts'
import { shortMoment } from '../../ui/dates.ts'
import { describeStage } from '../deals/stage.ts'
import { describeStatus } from '../stock/plate-fact.tsx'
import { ENQUIRY_STATUS_LABELS } from './status-labels.ts'

export interface ShownPlate {
  registration: string
  /** Null if it is not ours. */
  path: string | null
  status: string
  price: string | null
  deals: ShownLink[]
  /** What can be offered: our plate to a buyer, or our bid for another; null while there is a deal. */
  offer: Deal['kind'] | null
  /** Others who ask about it; the links open a draft of what to tell them. */
  alsoAsking: ShownLink[]
}

/** An enquiry, or a deal. */
export interface ShownLink {
  to: string
  text: string
  /** When an enquiry came, and its status; how far a deal has come. */
  aside: string
}

/** The plates of an enquiry with their deals, and the earlier enquiries of the same person. @param today in London */
export async function readRelated(
  { database }: Pick<DeskContext, 'database'>,
  enquiry: StoredEnquiry,
  today: string,
) {
  const [plates, asking, earlier, deals] = await Promise.all([
    readNamedPlates(database, enquiry),
    listOpenAbout(database, namedRegistrations(enquiry.plateNumber), enquiry),
    listEarlier(database, enquiry),
    dealsOfEnquiries(database, [enquiry.id]),
  ])
  const open = asking.filter(
    ({ id, email }) =>
      !(email && email.toLowerCase() === enquiry.email?.toLowerCase()) &&
      !earlier.some((own) => own.id === id),
  )
  const isNamed = ({ registration }: Deal) => plates.some((plate) => plate.registration === registration)
  return {
    named: plates,
    plates: plates.map((plate): ShownPlate => {
      const { registration, stock } = plate
      const draft = draftFor(plate)
      const own = deals.filter((deal) => deal.registration === registration)
      const isDealt = own.some(({ outcome }) => outcome === null || outcome === 'done')
      return {
        registration,
        path: stock && `/stock/${stock.id}`,
        status: stock ? describeStatus(stock) : 'Not ours',
        price: stock?.priceGbp && stock.status !== 'sold' ? formatGbp(stock.priceGbp) : null,
        deals: own.map(showDeal),
        offer: isDealt ? null : stock && stock.status !== 'sold' ? 'sale' : 'purchase',
        alsoAsking: open
          .filter(({ plateNumber }) => namedRegistrations(plateNumber).includes(registration))
          .map((other) => showEnquiry(other, other.name, today, draft)),
      }
    }),
    otherDeals: deals.filter((deal) => !isNamed(deal)).map(showDeal),
    earlier: earlier.map((one) => showEnquiry(one, describeTopic(one), today)),
  }
}

function draftFor({ stock }: NamedPlate): string {
  if (!stock) return ''
  const template = stock.status === 'for_sale' ? OFFER_TEMPLATE : GONE_TEMPLATE
  return `?${new URLSearchParams({ template })}#reply`
}

const showDeal = (deal: Deal): ShownLink => ({
  to: `/deals/${deal.id}`,
  text: `${deal.registration} at ${formatPence(deal.amount)}`,
  aside: describeStage(deal),
})

const showEnquiry = (
  { reference, createdAt, status }: ListedEnquiry,
  text: string,
  today: string,
  draft = '',
): ShownLink => ({
  to: `/enquiries/${reference}${draft}`,
  text,
  aside: `${shortMoment(createdAt, today)} · ${ENQUIRY_STATUS_LABELS[status]}`,
})
