/** Reads from a results list whether a lot was sold, and for how much. */

import { CellError, readPrice } from '#shared/cells/fields.ts'
import { escapeLine } from '#shared/text/escape-control.ts'

type LotOutcome = { kind: 'sold'; hammerPriceGbp: number } | { kind: 'unsold' | 'withdrawn' }

const SOLD = /^(?:sold|yes|y|sold after (?:the )?(?:auction|sale)|completed?)$/
const UNSOLD =
  /^(?:unsold|not sold|no|n|no sale|no bids?|not met|reserve not met|passed|failed|bought in|lapsed|none|nil|n\/a|-|–|—)$/
export const WITHDRAWN = /^(?:withdrawn|wdn|w\/d|removed|cancelled|void)$/

const plain = (cell: string) => cell.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '')

/**
 *   status '', price '6,510.00' → sold        status 'Sold', price '' → refused
 *   status '', price '' or '0'  → unsold      status 'Unsold', price '250' → unsold: the highest bid
 *   status '', price 'Withdrawn' → withdrawn  status 'pending' → refused
 *
 * @throws CellError, about the price unless it names the column of the status
 */
export function readOutcome(status: string, price: string): LotOutcome {
  const state = readStatus(plain(status))
  const priceText = plain(price)
  if (state === 'withdrawn' || WITHDRAWN.test(priceText)) return { kind: 'withdrawn' }
  if (state === 'unsold') return { kind: 'unsold' }
  const isBlank = priceText === '' || UNSOLD.test(priceText)
  const hammerPriceGbp = isBlank ? 0 : readPrice(price)
  if (hammerPriceGbp > 0) return { kind: 'sold', hammerPriceGbp }
  if (state === 'sold') throw new CellError('the lot is sold, but has no price')
  return { kind: 'unsold' }
}

function readStatus(status: string): LotOutcome['kind'] | null {
  if (status === '') return null
  if (SOLD.test(status)) return 'sold'
  if (UNSOLD.test(status)) return 'unsold'
  if (WITHDRAWN.test(status)) return 'withdrawn'
  throw new CellError(`“${escapeLine(status)}” is neither sold, unsold nor withdrawn`, undefined, 'status')
}
