// ?plate=1%20KP&type=purchase: a purchase enquiry about 1 KP. `plate` may repeat; any other type only names the plates.
// ?plate=JB%201&type=purchase&wish=find: asks us to find JB 1, which is not ours; wish=tell: to say when it is for sale.
// ?type=purchase&wanted=SOPHIE&to=5000: asks for a plate that reads so, up to that price.
// ?type=other&plate=JB%201&sold=2025-07&seller=Bonhams: reports a wrong figure of that sale.

import { formatList } from '../../shared/format.ts'
import { formatGbp } from '../../shared/money.ts'
import { MAX_REGISTRATION_LENGTH } from '../../shared/registration/max-length.ts'
import { longSaleDate } from '../sales/sale.ts'
import { inquiryTypes, maxLengths } from './enquiry-fields.ts'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

const MAX_SELLER_LENGTH = 60
const MAX_WANTED_LENGTH = 40

export function platesInQuery(query: URLSearchParams): string[] {
  const plates = query
    .getAll('plate')
    .map((plate) => cleanLine(plate.replaceAll(',', ' '), MAX_REGISTRATION_LENGTH))
    .filter(Boolean)
  const named: string[] = []
  for (const plate of new Set(plates))
    if ([...named, plate].join(', ').length <= maxLengths.plateNumber) named.push(plate)
  return named
}

export function prefill(query: URLSearchParams): EnquiryFormData {
  const plates = platesInQuery(query)
  const plateNumber = plates.join(', ')
  const type = query.get('type') ?? ''
  const inquiryType = Object.hasOwn(inquiryTypes, type) ? type : ''
  const texts =
    inquiryType === 'purchase'
      ? (wishTexts(query.get('wish'), plates) ?? purchaseTexts(plates, query))
      : reportTexts(query, plateNumber)
  return { plateNumber, [NAMED_PLATES]: plateNumber, inquiryType, ...texts }
}

/** For the valuation form: `?plate=AB12%20CDE`. It is about one registration. */
export function prefillValuation(query: URLSearchParams): EnquiryFormData {
  const [plateNumber = ''] = platesInQuery(query)
  return { plateNumber }
}

function wishTexts(wish: string | null, plates: string[]): EnquiryFormData | null {
  const [plate] = plates
  if (plate === undefined || plates.length > 1) return null
  if (wish === 'find')
    return {
      subject: `Looking for ${plate}`,
      message: `I would like to own the registration ${plate}, which is not among your plates for sale. Do you think that it can be had, and for what price?`,
    }
  if (wish === 'tell')
    return {
      subject: `If ${plate} comes up for sale`,
      message: `Please write to me if the registration ${plate} comes up for sale with you.`,
    }
  return null
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
  const wanted = cleanLine(query.get('wanted') ?? '', MAX_WANTED_LENGTH)
  if (wanted === '') return {}
  const [budget = ''] = /^[1-9]\d{0,9}$/.exec(query.get('to') ?? '') ?? []
  const upTo = budget && `, up to ${formatGbp(Number(budget))}`
  return {
    subject: `Looking for ${wanted}${upTo}`,
    message: `I am looking for a plate that reads as ${wanted}${upTo}. Could you tell me what you have or could find?`,
  }
}

function reportTexts(query: URLSearchParams, plateNumber: string): EnquiryFormData {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(query.get('sold') ?? '') ?? []
  if (!year || plateNumber === '') return {}
  const date = longSaleDate({ saleYear: Number(year), saleMonth: month ? Number(month) : null })
  const seller = cleanLine(query.get('seller') ?? '', MAX_SELLER_LENGTH)
  const subject = `Wrong figure: ${[plateNumber, seller, date].filter(Boolean).join(', ')}`
  return {
    subject: cleanLine(subject, maxLengths.subject),
    message: [
      `The record of ${plateNumber}, sold ${date}${seller && ` (${seller})`}, has a figure that is wrong.`,
      'The figure, and what it should be: ',
      'Where that is published: ',
    ].join('\n\n'),
  }
}

function cleanLine(text: string, maxLength: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.slice(0, maxLength).toWellFormed()
}
