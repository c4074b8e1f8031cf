import { dealsOfEnquiries } from '#services/deals/deal-store.ts'
import { type Deal, formatPence } from '#services/deals/deal-types.ts'
import type { StoredEnquiry } from '#services/enquiries/enquiry-store.ts'
import { readNamedPlates } from '#services/enquiries/reply-templates.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { describeStage } from './stage.ts'

export interface DealsOfEnquiry {
  deals: { id: string; registration: string; amount: string; stage: string }[]
  /** The plates of the enquiry that have no deal, or one that came to nothing. */
  choices: { registration: string; kind: Deal['kind'] }[]
}

/** The deals of an enquiry, and what can be quoted: our plates to a buyer, and to others our bid. @throws DataError */
export async function readDeals(client: BackendClient, enquiry: StoredEnquiry): Promise<DealsOfEnquiry> {
  const [deals, named] = await Promise.all([
    dealsOfEnquiries(client, [enquiry.id]),
    readNamedPlates(client, enquiry),
  ])
  const dealt = deals.filter(({ outcome }) => outcome === null || outcome === 'done')
  const registrations = named
    .map(({ registration }) => registration)
    .filter((one) => !dealt.some(({ registration }) => registration === one))
  const ours =
    registrations.length > 0
      ? requireRows(
          await client
            .from('stock')
            .select('plate_number')
            .in('plate_number', registrations)
            .neq('status', 'sold'),
        ).map((row) => row.plate_number)
      : []
  return {
    deals: deals.map((deal) => ({
      id: deal.id,
      registration: deal.registration,
      amount: formatPence(deal.amount),
      stage: describeStage(deal),
    })),
    choices: registrations.map((registration) => ({
      registration,
      kind: ours.includes(registration) ? 'sale' : 'purchase',
    })),
  }
}
