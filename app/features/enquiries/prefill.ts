// ?plate=1%20KP&type=purchase: a purchase enquiry about 1 KP. `plate` may repeat; any other type only names the plates.
// ?plate=JB%201&type=purchase&wish=find: asks us to find JB 1, which is not ours.
// ?plate=AB%201&type=purchase&wish=offer: makes an offer for AB 1, which is ours; wish=reserve: asks to reserve it.
// ?type=general&wish=sell: offers a plate to us.
// ?type=valuation&wish=on-behalf: asks for the valuation of a plate of which the visitor is executor or agent.
// ?type=purchase&wanted=SOPHIE&to=5000: asks for a plate that reads so, up to that price.
// ?type=other&plate=JB%201&sold=2025-07&seller=Bonhams: reports a wrong figure of that sale.

import { inquiryTypes, maxLengths } from '#shared/enquiries/enquiry-fields.ts'
import { describeBudget } from '#shared/plates/budget.ts'
import { describeReservation } from '#shared/plates/reservation.ts'
import { MAX_REGISTRATION_LENGTH } from '#shared/registration/max-length.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { cleanLine, wellFormed } from '#shared/text/clean-text.ts'
import { formatList } from '#shared/text/format.ts'
import type { Wish } from '#shared/urls.ts'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

const MAX_SELLER_LENGTH = 60
const MAX_WANTED_LENGTH = 40

export function platesInQuery(query: URLSearchParams): string[] {
  const plates = query
    .getAll('plate')
    .map((plate) => shortLine(plate.replaceAll(',', ' '), MAX_REGISTRATION_LENGTH))
    .filter(Boolean)
  const named: string[] = []
  for (const plate of new Set(plates))
    if ([...named, plate].join(', ').length <= maxLengths.plateNumber) named.push(plate)
  return named
}

/** @param reservationDays for how long the firm reserves a plate */
export function prefill(query: URLSearchParams, reservationDays: number): EnquiryFormData {
  const plates = platesInQuery(query)
  const plateNumber = plates.join(', ')
  const type = query.get('type') ?? ''
  const inquiryType = Object.hasOwn(inquiryTypes, type) ? type : ''
  return {
    plateNumber,
    [NAMED_PLATES]: plateNumber,
    inquiryType,
    ...textsOf(inquiryType, plates, query, reservationDays),
  }
}

/** The wish of a purchase enquiry about one plate: '?plate=AB%201&type=purchase&wish=offer' gives 'offer'. */
export function wishOf(query: URLSearchParams): Wish | null {
  const wish = query.get('wish') ?? ''
  const isAboutOne = query.get('type') === 'purchase' && platesInQuery(query).length === 1
  return isAboutOne && Object.hasOwn(wishTexts, wish) ? (wish as Wish) : null
}

/** For the valuation form, which is about one registration: `?plate=AB12%20CDE`. */
export function prefillValuation(query: URLSearchParams): EnquiryFormData {
  const [plateNumber = ''] = platesInQuery(query)
  return { plateNumber }
}

function textsOf(
  inquiryType: string,
  plates: string[],
  query: URLSearchParams,
  reservationDays: number,
): EnquiryFormData {
  const wish = wishOf(query)
  if (wish) return wishTexts[wish](plates[0] ?? '', describeReservation(reservationDays))
  if (inquiryType === 'purchase') return purchaseTexts(plates, query)
  if (inquiryType === 'general' && query.get('wish') === 'sell') return SELLING_TEXTS
  if (inquiryType === 'valuation' && query.get('wish') === 'on-behalf') return ON_BEHALF_TEXTS
  return reportTexts(query, plates.join(', '))
}

const wishTexts: Record<Wish, (plate: string, time: string) => { subject: string; message: string }> = {
  find: (plate) => ({
    subject: `Looking for ${plate}`,
    message: `I would like to buy the registration ${plate}, which you don’t have for sale. Could you get it for me, and at what price?`,
  }),
  offer: (plate) => ({
    subject: `Offer for ${plate}`,
    message: `I would like to make an offer for the plate ${plate}. Please let me know whether you would accept it.`,
  }),
  reserve: (plate, time) => ({
    subject: `Please reserve ${plate} for ${time}`,
    message: `I would like to reserve the plate ${plate} for ${time}. Please confirm whether you can hold it for me, and until when.`,
  }),
}

/** Asks for no photograph of the certificate, because its number suffices to use the right. */
const SELLING_TEXTS = {
  subject: 'Selling you a plate',
  message: [
    'I would like to sell you a plate.',
    'Registration: ',
    'Held on (V750, V778 or a vehicle): ',
    'Name on the certificate or log book: ',
    'The certificate runs out on: ',
  ].join('\n\n'),
}

const ON_BEHALF_TEXTS = {
  subject: 'Valuation on behalf of somebody else',
  message: [
    'I would like a valuation of a registration that is not mine.',
    'Registration: ',
    'I act as (executor, next of kin or agent): ',
    'Held on (V750 certificate of entitlement, V778 retention document or a vehicle): ',
    'Its holder (the name on the certificate, or the keeper): ',
    'The certificate runs out on: ',
  ].join('\n\n'),
}

function purchaseTexts(plates: string[], query: URLSearchParams): EnquiryFormData {
  if (plates.length === 0) return wantedTexts(query)
  const subject = `Enquiry about ${plates.join(', ')}`
  return {
    subject: subject.length <= maxLengths.subject ? subject : `Enquiry about ${plates.length} plates`,
    message:
      plates.length === 1
        ? `I am interested in buying the plate ${plates[0]}. Could you tell me about its availability and pricing?`
        : `I am interested in buying the plates ${formatList(plates)}. Could you tell me about their availability and pricing?`,
  }
}

function wantedTexts(query: URLSearchParams): EnquiryFormData {
  const wanted = shortLine(query.get('wanted') ?? '', MAX_WANTED_LENGTH)
  if (wanted === '') return {}
  const budget = describeBudget({ priceFrom: limitIn(query, 'from'), priceTo: limitIn(query, 'to') })
  const price = budget && `,${budget}`
  return {
    subject: `Looking for ${wanted}${price}`,
    message: `I am looking for a plate that reads as ${wanted}${price}. Could you tell me what you have, or what you could find?`,
  }
}

function limitIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

function reportTexts(query: URLSearchParams, plateNumber: string): EnquiryFormData {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(query.get('sold') ?? '') ?? []
  if (!year || plateNumber === '') return {}
  const date = longSaleDate({ saleYear: Number(year), saleMonth: month ? Number(month) : null })
  const seller = shortLine(query.get('seller') ?? '', MAX_SELLER_LENGTH)
  const subject = `Wrong figure: ${[plateNumber, seller, date].filter(Boolean).join(', ')}`
  return {
    subject: shortLine(subject, maxLengths.subject),
    message: [
      `Your record of ${plateNumber}, sold in ${date}${seller && ` (${seller})`}, has a wrong figure.`,
      'The wrong figure, and what it should be: ',
      'Where that is published: ',
    ].join('\n\n'),
  }
}

const shortLine = (text: string, maxLength: number) => wellFormed(cleanLine(text).slice(0, maxLength))
