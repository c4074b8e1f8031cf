/**
 * Prices in a dealer's list. A plain price is taken as it is. An interpreted price ("7.6k", "4,500 ono") must be
 * confirmed by a person, a price without VAT is never guessed, and "POA" is no price.
 */

import { CellError, readAskingPrice } from '#shared/cells/fields.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { readAmount } from '#shared/text/written-amount.ts'

export type PriceReading =
  | { kind: 'exact'; pounds: number }
  /** To be confirmed: '7.6k' as 7600, or '1', which is below any usual price. */
  | { kind: 'read'; pounds: number; cell: string }
  /** The price before VAT. */
  | { kind: 'vat'; pounds: number; cell: string }
  /** The list says that there is no price: 'POA'. */
  | { kind: 'none'; cell: string }

const NO_PRICE =
  /^(?:p\.?\s?o\.?\s?a\.?|(?:price )?(?:on|upon) (?:application|request|asking)|t\.?b\.?[acd]\.?|to be (?:agreed|confirmed|advised)|ask|call|enquire|please (?:ask|call|enquire)|price (?:tbc|tba)|make (?:me |us )?an offer|offers(?: invited)?|no price|n\/?a|-+|\?+)$/

const VAT =
  /\s*\(?\s*(?:\+|plus|ex(?:c|cl|cluding)?\.?|before|without|no|net of)\s*vat\.?(?:\s*(?:@|at)?\s*20\s*%)?\s*\)?$/

/** Words around a price that do not change it. */
const BEFORE =
  /^(?:offers (?:over|around|in (?:the )?region of)|o\.?i\.?r\.?o\.?|asking|only|now|just|sale|from)\s*:?\s*/
const AFTER =
  /\s*,?\s*\(?(?:o\.?\s?v?\.?\s?n\.?\s?o\.?|o\.?b\.?o\.?|or (?:very )?near(?:est)? offer|or best offer|no offers|firm|fixed|neg(?:otiable)?\.?|all in|inc(?:l|luding)?\.? ?(?:vat|fees|all fees|transfer(?: fee)?|dvla(?: fee)?|£?80(?: fee)?)?|each|pounds|quid)\)?$/

/** Less is rarely a price: the comma of an unquoted 1,250 makes it 1. */
export const LOWEST_POUNDS = 50

/**
 * '£1,250' is exact, '7.6k', '4,500 ono' and '1' are read, '4500 + VAT' is a price before VAT, 'POA' is none.
 * @throws CellError '0', '-250', '4,500 or 5,000', '1.5'
 */
export function readListPrice(cell: string): PriceReading {
  try {
    const pounds = readAskingPrice(cell)
    return pounds < LOWEST_POUNDS ? { kind: 'read', pounds, cell: shown(cell) } : { kind: 'exact', pounds }
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const reading = cell.length > 100 ? null : interpret(cell)
    if (reading === null) throw error
    return reading
  }
}

function interpret(cell: string): PriceReading | null {
  const text = cell.trim().toLowerCase().replace(/\s+/g, ' ')
  if (NO_PRICE.test(text)) return { kind: 'none', cell: shown(cell) }
  const withoutVat = text.replace(VAT, '')
  const pounds = readPounds(withoutVat)
  if (pounds === null) return null
  return { kind: withoutVat === text ? 'read' : 'vat', pounds, cell: shown(cell) }
}

function readPounds(text: string): number | null {
  const bare = text.replace(BEFORE, '').replace(AFTER, '').replace(AFTER, '').trim()
  const amount = readAmount(bare)
  if (!amount) return null
  const [pence, other] = 'pence' in amount ? [amount.pence] : amount.couldBe
  const isPounds = pence !== undefined && pence > 0 && pence % 100 === 0
  return isPounds && other === undefined ? readAskingPrice(String(pence / 100)) : null
}

const shown = (cell: string) => escapeLine(cell.trim(), 40)

export const VAT_PER_CENT = 20

/** Whole pounds, rounded to the nearest. */
export const withVat = (pounds: number): number => Math.round(pounds * (1 + VAT_PER_CENT / 100))
