/**
 * What the contact form holds at first, from the query.
 *   ?plate=1%20KP&type=purchase    asks about 1 KP
 *   ?plate=A%201&plate=B%202&…     about both: 'A 1, B 2'
 *   ?plate=1%20KP                  names the plate alone; so does any other type, which is chosen
 *   ?type=other&plate=JB%201&sold=2025-07&seller=Bonhams    a wrong figure of that recorded sale
 */

import { formatList } from '../../shared/format.ts'
import { longSaleDate } from '../sales/sale.ts'
import { inquiryTypes, longest } from './enquiry-fields.ts'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

/** A registration has at most eight characters and a space; what is far longer is none. */
const LONGEST_REGISTRATION = 32
const LONGEST_SELLER = 60

export function platesAskedFor(query: URLSearchParams): string[] {
  const plates = query
    .getAll('plate')
    .map((plate) => cleanLine(plate.replaceAll(',', ' '), LONGEST_REGISTRATION))
    .filter(Boolean)
  const asked: string[] = []
  for (const plate of new Set(plates))
    if ([...asked, plate].join(', ').length <= longest.plateNumber) asked.push(plate)
  return asked
}

export function prefill(query: URLSearchParams): EnquiryFormData {
  const plates = platesAskedFor(query)
  const plateNumber = plates.join(', ')
  const type = query.get('type') ?? ''
  const inquiryType = Object.hasOwn(inquiryTypes, type) ? type : ''
  const texts = inquiryType === 'purchase' ? purchaseTexts(plates) : reportTexts(query, plateNumber)
  return { plateNumber, [NAMED_PLATES]: plateNumber, inquiryType, ...texts }
}

function purchaseTexts(plates: string[]): EnquiryFormData {
  if (plates.length === 0) return {}
  const subject = `Enquiry about ${plates.join(', ')}`
  return {
    subject: subject.length <= longest.subject ? subject : `Enquiry about ${plates.length} plates`,
    message:
      plates.length === 1
        ? `I am interested in buying the plate ${plates[0]}. Could you tell me about its availability and pricing?`
        : `I am interested in buying the plates ${formatList(plates)}. Could you tell me about their availability and pricing?`,
  }
}

function reportTexts(query: URLSearchParams, plateNumber: string): EnquiryFormData {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(query.get('sold') ?? '') ?? []
  if (!year || plateNumber === '') return {}
  const date = longSaleDate({ saleYear: Number(year), saleMonth: month ? Number(month) : null })
  const seller = cleanLine(query.get('seller') ?? '', LONGEST_SELLER)
  const subject = `Wrong figure: ${[plateNumber, seller, date].filter(Boolean).join(', ')}`
  return {
    subject: cleanLine(subject, longest.subject),
    message: [
      `The record of ${plateNumber}, sold ${date}${seller && ` (${seller})`}, has a figure that is wrong.`,
      'The figure, and what it should be: ',
      'Where that is published: ',
    ].join('\n\n'),
  }
}

/** One line that can be seen, at most so long. */
function cleanLine(text: string, longestText: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.slice(0, longestText).toWellFormed()
}
