/**
 * Prices in a dealer's list. A plain price is taken as it is. An interpreted price ("7.6k", "4,500 ono") must be
 * confirmed by a person, a price without VAT is never guessed, and "POA" is no price.
 */

import { CellError, isComputed, plainValue, readAskingPrice } from '#shared/cells/fields.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { readAmount } from '#shared/text/written-amount.ts'

export type PriceReading =
  | { kind: 'exact'; pounds: number }
  /** To be confirmed: '7.6k' as 7600, '1249.998' as 1250, or '1', which is below any usual price. */
  | { kind: 'read'; pounds: number; cell: string }
  /** The price before VAT. */
  | { kind: 'vat'; pounds: number; cell: string }
  /** The list says that there is no price: 'POA', '£ -', '0'. */
  | { kind: 'none'; cell: string }

const NO_PRICE =
  /^(?:p\.?\s?o\.?\s?a\.?|(?:price )?(?:on|upon) (?:application|request|asking)|t\.?b\.?[acd]\.?|to be (?:agreed|confirmed|advised)|ask|call|enquire|please (?:ask|call|enquire)|price (?:tbc|tba)|make (?:me |us )?an offer|offers(?: invited)?|no price|n\/?a|[-–—−]+|\?+)?$/

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
 * '£1,250' is exact; '7.6k', '4,500 ono', '1.250,00', '1250.50', '(1,250)' and '1' are read, '4500 + VAT' is a price before VAT;
 * 'POA', '£ -' and '0' are none.
 * @throws CellError '£1,2500', '4,500 or 5,000', '$500'
 */
export function readListPrice(cell: string): PriceReading {
  try {
    const pounds = readAskingPrice(cell)
    const isRead = pounds < LOWEST_POUNDS || isComputed(cell)
    return isRead ? { kind: 'read', pounds, cell: shown(cell) } : { kind: 'exact', pounds }
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const reading = cell.length > 100 ? null : interpret(cell)
    if (reading === null) throw error
    return reading
  }
}

function interpret(cell: string): PriceReading | null {
  const text = plainValue(cell).toLowerCase().replace(/\s+/g, ' ')
  if (NO_PRICE.test(text.replace(/£|gbp/g, '').trim())) return { kind: 'none', cell: shown(cell) }
  const withoutVat = text.replace(VAT, '')
  const pounds = readPounds(withoutVat)
  if (pounds === null) return null
  if (pounds === 0) return { kind: 'none', cell: shown(cell) }
  return { kind: withoutVat === text ? 'read' : 'vat', pounds, cell: shown(cell) }
}

/** Whole pounds, rounded; of a negative amount those without its sign. Null if it is no amount, or may be several. */
function readPounds(text: string): number | null {
  const bare = text.replace(BEFORE, '').replace(AFTER, '').replace(AFTER, '').trim()
  const amount = readAmount(figuresOf(withoutSign(bare)))
  if (!amount) return null
  const [pence, other] = 'pence' in amount ? [amount.pence] : amount.couldBe
  if (pence === undefined || other !== undefined) return null
  const pounds = Math.round(pence / 100)
  // '1.5' more likely means thousands.
  if (pounds < LOWEST_POUNDS && pence % 100 !== 0) return null
  return pounds === 0 ? 0 : readAskingPrice(String(pounds))
}

/** '(£1,250)', '-£1,250', '£-1,250' and '£1,250.00-' without their sign. */
const withoutSign = (text: string): string =>
  text
    .replace(/^(£?) ?\(([^()]+)\)$/, '$1$2')
    .replace(/^(£?) ?[-–−] ?(?=.)/, '$1')
    .replace(/(\d) ?[-–−]$/, '$1')

/** As whole pounds, or with a point: '1.250' and '1250,00' are 1250 here, '1249.998' 1250.00, and '1.25e+03' 1250. */
function figuresOf(text: string): string {
  const bare = text.replace(/^£ ?/, '')
  if (isComputed(bare) || /^\d(?:\.\d+)?e\+?\d{1,2}$/.test(bare)) return Number(bare).toFixed(2)
  if (/^\d{1,3}(?:\.\d{3})+$/.test(bare)) return bare.replaceAll('.', '')
  return bare.replace(/^(\d{3,}),(\d{2})$/, '$1.$2')
}

/** Without the decimal that `numberText` adds. */
const shown = (cell: string) => escapeLine(cell.trim().replace(/^(\d+\.\d{3})0$/, '$1'), 40)

export const VAT_PER_CENT = 20

/** Whole pounds, rounded to the nearest. */
export const withVat = (pounds: number): number => Math.round(pounds * (1 + VAT_PER_CENT / 100))
