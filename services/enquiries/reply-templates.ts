/** Templates of common replies, filled in with the registration and its price. The dealer edits them at the desk. */
import type { Reader } from '#data/tables.ts'
import { fillBlanks, type ReplyTemplate } from '#shared/enquiries/template-text.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { formatList } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Site } from '#site.config.ts'
import type { StockPlate } from '../stock/stock-types.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

/** A plate named in an enquiry, as it is in stock. */
export interface NamedPlate {
  registration: string
  /** Null if it is not ours. */
  stock: Pick<StockPlate, 'id' | 'status' | 'priceGbp' | 'reservedUntil' | 'reservedFor'> | null
}

interface ReplyFacts {
  enquiry: Pick<StoredEnquiry, 'name'>
  plates: readonly NamedPlate[]
  /** The name of the person who replies. */
  person: string
  site: Pick<Site, 'name' | 'prices'>
}

const verb = (plates: readonly unknown[]) => (plates.length > 1 ? 'are' : 'is')

function nameAll(plates: readonly NamedPlate[], none: string): string {
  return plates.length === 0 ? none : formatList(plates.map(({ registration }) => registration))
}

/** 'AB 1 at £1,000 is still for sale. All listed prices include fees.' */
function offer(plates: readonly NamedPlate[], statement: string): string {
  const forSale = plates.filter(({ stock }) => stock?.status === 'for_sale')
  const shown = forSale.length > 0 ? forSale : plates
  const prices = forSale.flatMap(({ registration, stock }) =>
    stock?.priceGbp ? [`${registration} at ${formatGbp(stock.priceGbp)}`] : [],
  )
  return prices.length > 0
    ? `${formatList(prices)} ${verb(prices)} still for sale. ${statement}`
    : `${nameAll(shown, 'The plate')} ${verb(shown)} still for sale, and we will send you the price.`
}

/** The text of a reply: greeting, filled template, and close. */
export function fillTemplate({ body }: ReplyTemplate, { enquiry, plates, person, site }: ReplyFacts): string {
  const filled = fillBlanks(body, (blank, otherwise) => {
    switch (blank) {
      case 'name':
        return enquiry.name
      case 'plates':
        return nameAll(plates, otherwise ?? 'the plate')
      case 'is':
        return verb(plates)
      case 'offer':
        return offer(plates, site.prices.statement)
      case 'statement':
        return site.prices.statement
      case 'firm':
        return site.name
    }
  })
  return [`Dear ${enquiry.name},`, filled, `Kind regards,\n${person}\n${site.name}`].join('\n\n')
}

const MAX_PLATES = 20

/** '1 KP, 7w, hello' → ['1 KP', '7 W'] */
export function namedRegistrations(plateNumber: string | null): string[] {
  const named = (plateNumber ?? '').split(',').flatMap((text) => {
    const parsed = parseRegistration(text)
    return parsed.ok ? [parsed.registration.text] : []
  })
  return [...new Set(named)].slice(0, MAX_PLATES)
}

/** The plates named in an enquiry with their state in stock. */
export async function readNamedPlates(
  reader: Reader,
  { plateNumber }: Pick<StoredEnquiry, 'plateNumber'>,
): Promise<NamedPlate[]> {
  const registrations = namedRegistrations(plateNumber)
  if (registrations.length === 0) return []
  const rows = await reader
    .selectFrom('stock')
    .select(['id', 'plateNumber', 'price as priceGbp', 'status', 'reservedUntil', 'reservedFor'])
    .where('plateNumber', 'in', registrations)
    .execute()
  const stock = new Map(rows.map(({ plateNumber, ...plate }) => [plateNumber, plate]))
  return registrations.map((registration) => ({ registration, stock: stock.get(registration) ?? null }))
}
