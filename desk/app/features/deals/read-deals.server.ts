import { dealsOfEnquiries } from '#services/deals/deal-store.ts'
import type { Deal } from '#services/deals/deal-types.ts'
import type { NamedPlate } from '#services/enquiries/reply-templates.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { formatPence } from '#shared/text/money.ts'
import { describeStage } from './stage.ts'

export interface ShownDeal {
  id: string
  registration: string
  amount: string
  stage: string
}

export interface DealsOfEnquiry {
  deals: ShownDeal[]
  /** What can be quoted for each plate without a deal, or with one that came to nothing. */
  choices: { registration: string; kind: Deal['kind'] }[]
}

/** The deals of an enquiry, and what can be quoted: our plates to a buyer, and to others our bid. @throws DataError */
export async function readDeals(
  client: BackendClient,
  enquiry: { id: string },
  named: readonly NamedPlate[],
): Promise<DealsOfEnquiry> {
  const deals = await dealsOfEnquiries(client, [enquiry.id])
  const dealt = deals.filter(({ outcome }) => outcome === null || outcome === 'done')
  return {
    deals: deals.map((deal) => ({
      id: deal.id,
      registration: deal.registration,
      amount: formatPence(deal.amount),
      stage: describeStage(deal),
    })),
    choices: named
      .filter(({ registration }) => !dealt.some((deal) => deal.registration === registration))
      .map(({ registration, stock }) => ({
        registration,
        kind: stock && stock.status !== 'sold' ? 'sale' : 'purchase',
      })),
  }
}
