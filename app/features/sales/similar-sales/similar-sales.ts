/** Comparables: recorded sales of other registrations by which a dealer would price this one. */

import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import { compareText } from '#shared/sales/explorer/definitions.ts'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import type { Likeness, SimilarReason } from './closeness.ts'
import { type PlateParts, platePartsOf } from './plate-parts.ts'

export interface SimilarSale {
  sale: DocumentedSale
  reason: SimilarReason
  /** The reason in words: 'the same letters, SAM' */
  why: string
  /** 0 to 1: the closeness of the registration, minus 3 % for each year since the sale. Highest first. */
  weight: number
}

const MOST = 6
/** Fewer are not meaningful. */
const FEWEST = 3
const YEARLY_DECAY = 0.97

/**
 * Comparable sales of other registrations with a hammer price: three to six, the most similar first, each registration
 * once with its latest sale. Empty if fewer than three are close, if the text is not a registration, and for
 * registrations that are not sold, such as Q plates.
 * @throws DataError
 */
export async function similarSales(
  client: BackendClient,
  registration: string,
  logError: LogError = console.error,
): Promise<SimilarSale[]> {
  const subject = platePartsOf(registration)
  if (!subject) return []
  const { likenessOf, readCandidates } = await import('./comparison.ts')
  const similar: SimilarSale[] = []
  for (const [parts, sale] of latestOfEach(await readCandidates(client, subject, logError))) {
    const likeness = parts.compact === subject.compact ? null : likenessOf(subject, parts)
    if (!likeness) continue
    similar.push({
      sale,
      reason: likeness.reason,
      why: describeReason(likeness, subject, parts),
      weight: likeness.closeness * YEARLY_DECAY ** yearsSince(sale),
    })
  }
  if (similar.length < FEWEST) return []
  return similar.sort(strongestFirst).slice(0, MOST)
}

/**
 * Sales of the same format where none is close, six at most, of the same number and then of the nearest: 1 ABC is bought
 * for its letters, and other plates with a 1 still tell something. Empty for H34 VEN, which is bought for the word, and for
 * current registrations, whose number is their age.
 * @throws DataError
 */
export async function salesOfSameFormat(
  client: BackendClient,
  registration: string,
  logError: LogError = console.error,
): Promise<SimilarSale[]> {
  const subject = platePartsOf(registration)
  if (!subject || subject.system === 'current') return []
  const { isPartOfWord, readSameFormat } = await import('./comparison.ts')
  if (isPartOfWord(subject)) return []
  const distanceTo = ({ number }: PlateParts) => Math.abs(number - subject.number)
  return latestOfEach(await readSameFormat(client, subject, logError))
    .filter(([{ compact }]) => compact !== subject.compact)
    .sort(
      ([one, sale], [other, otherSale]) =>
        distanceTo(one) - distanceTo(other) || monthOf(otherSale) - monthOf(sale),
    )
    .slice(0, MOST)
    .map(([parts, sale]) => {
      const reason = parts.number === subject.number ? 'same-number' : 'same-format'
      return { sale, reason, why: describeReason({ reason }, subject, parts), weight: 0 }
    })
}

const strongestFirst = (one: SimilarSale, other: SimilarSale) =>
  other.weight - one.weight || compareText(one.sale.id, other.sale.id)

/** Keeps the latest sale of each registration, and drops text that is not a registration. */
function latestOfEach(sales: readonly DocumentedSale[]): [PlateParts, DocumentedSale][] {
  const latest = new Map<string, [PlateParts, DocumentedSale]>()
  for (const sale of sales) {
    const parts = platePartsOf(sale.registration)
    if (!parts) continue
    const known = latest.get(parts.compact)?.[1]
    if (known && (monthOf(known) - monthOf(sale) || compareText(known.id, sale.id)) >= 0) continue
    latest.set(parts.compact, [parts, sale])
  }
  return [...latest.values()]
}

/** In months. A sale without a month is assumed to be in the middle of its year. */
const monthOf = ({ saleYear, saleMonth }: DocumentedSale) => saleYear * 12 + (saleMonth ?? 6.5) - 1

function yearsSince(sale: DocumentedSale): number {
  const now = new Date()
  return Math.max(0, (now.getFullYear() * 12 + now.getMonth() - monthOf(sale)) / 12)
}

/** 'the same letters, SAM'; 'the same number, 7, in the same format'; 'one letter different, SAN'; 'also reads as SINGH' */
export function describeReason(
  { reason, word }: Omit<Likeness, 'closeness'>,
  subject: PlateParts,
  other: PlateParts,
): string {
  const { letters, number } = subject
  switch (reason) {
    case 'same-letters':
      return `the same ${letters.length === 1 ? 'letter' : 'letters'}, ${letters}`
    case 'same-number':
      return `the same number, ${number}, in the same format`
    case 'same-format':
      return `the same format, with the number ${other.number}`
    case 'near-letters':
      return `one letter different, ${other.letters}`
    case 'reads-alike':
      return word ? `also reads as ${word}` : 'reads alike'
  }
}
