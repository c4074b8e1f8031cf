/** Parses the auction of a results list as a person enters it. */
import { readDate } from '#shared/cells/dates.ts'
import { CellError, readWebAddress } from '#shared/cells/fields.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { InvalidInput, readFields } from '../../changes/refusal.ts'
import type { AuctionChoice } from '../import-store.ts'
import type { Auction } from './auction/reader.ts'

/** 'b278' → 'B278'. @throws CellError 'B 278' */
export function readAuctionName(text: string): string {
  const name = text.trim().toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9-]{0,19}$/.test(name))
    throw new CellError(`“${escapeLine(text)}” is not the name of an auction, such as B278`)
  return name
}

/** '2025-11'. @throws CellError for 'June' and for future months */
export function readAuctionMonth(text: string, now: Date): Pick<Auction, 'saleYear' | 'saleMonth'> {
  if (!/^\d{4}-(?:0?[1-9]|1[0-2])$/.test(text.trim()))
    throw new CellError(`“${escapeLine(text)}” is not a month, such as 2025-11`)
  const { year, month } = readDate(text)
  if (year === now.getFullYear() && Number(month) > now.getMonth() + 1)
    throw new CellError(`${text.trim()} is in the future`)
  return { saleYear: year, saleMonth: Number(month) }
}

/** @throws InvalidInput with a sentence for each invalid field of the form */
export function auctionOf({ name, month, source }: AuctionChoice, now: Date): Auction {
  const read = readFields({
    name: () => readAuctionName(name),
    month: () => readAuctionMonth(month, now),
    source: () => (source === '' ? {} : { sourceUrl: readWebAddress(source) }),
  })
  return { name: read.name, ...read.month, ...read.source }
}

/** A sentence for each invalid field of the form; empty if there is none. */
export function auctionFaults(choice: AuctionChoice, now: Date): InvalidInput['fields'] {
  try {
    auctionOf(choice, now)
    return {}
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.fields
  }
}

/** 'results/B278 (final).xlsx' → 'B278'; '' if the name does not contain it. */
export const auctionInFileName = (fileName: string): string =>
  /(?:^|[^a-z0-9])(b\d{3})(?![a-z0-9])/i.exec(fileName)?.[1]?.toUpperCase() ?? ''
