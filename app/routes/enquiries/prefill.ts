/**
 * What the contact form holds at first, from the query.
 *   ?plate=1%20KP&type=purchase    asks about 1 KP
 *   ?plate=A%201&plate=B%202&…     about both: 'A 1, B 2'
 *   ?plate=1%20KP                  fills in the plate alone
 */
import { longest } from '../../domain/enquiry-rules.ts'
import type { EnquiryWords } from '../../domain/enquiry-words.ts'
import { listed } from '../../domain/in-words.ts'

/** A registration has at most eight characters and a space; what is far longer is none. */
const LONGEST_REGISTRATION = 32

export function platesAskedFor(query: URLSearchParams): string[] {
  const plates = query
    .getAll('plate')
    .map((plate) =>
      plate
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp},]/gu, ' ')
        .trim()
        .slice(0, LONGEST_REGISTRATION),
    )
    .filter(Boolean)
  const asked: string[] = []
  for (const plate of new Set(plates))
    if ([...asked, plate].join(', ').length <= longest.plateNumber) asked.push(plate)
  return asked
}

export function prefill(query: URLSearchParams): EnquiryWords {
  const plates = platesAskedFor(query)
  const plateNumber = plates.join(', ')
  if (query.get('type') !== 'purchase') return { plateNumber }
  if (plates.length === 0) return { inquiryType: 'purchase' }
  const subject = `Enquiry about ${plateNumber}`
  return {
    plateNumber,
    inquiryType: 'purchase',
    subject: subject.length <= longest.subject ? subject : `Enquiry about ${plates.length} plates`,
    message:
      plates.length === 1
        ? `I am interested in buying the plate ${plateNumber}. Could you tell me about its availability and pricing?`
        : `I am interested in buying the plates ${listed(plates)}. Could you tell me about their availability and pricing?`,
  }
}
