/** The form about the auction of a results list, and what its texts become. */
import { readDate } from '#shared/cells/dates.ts'
import { CellError, readWebAddress } from '#shared/cells/fields.ts'
import type { FormField } from '#shared/form/form-field.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { isoMonth } from '#shared/text/format.ts'
import { readForm } from '../../changes/refusal.ts'
import { londonDay } from '../../london-time.ts'
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
export function readAuctionMonth(text: string, today: string): Pick<Auction, 'saleYear' | 'saleMonth'> {
  if (!/^\d{4}-(?:0?[1-9]|1[0-2])$/.test(text.trim()))
    throw new CellError(`“${escapeLine(text)}” is not a month, such as 2025-11`)
  const { year, month } = readDate(text)
  if (isoMonth(year, Number(month)) > today.slice(0, 7))
    throw new CellError(`${text.trim()} is in the future`)
  return { saleYear: year, saleMonth: Number(month) }
}

export const AUCTION_FIELDS = {
  name: {
    label: 'Auction',
    help: 'The DVLA’s number for it, such as B278.',
    required: true,
    maxLength: 20,
    parse: readAuctionName,
  },
  month: {
    label: 'Month of the auction',
    help: 'Year and month, such as 2025-11. Whether a total is calculated depends on the fees of that month.',
    placeholder: '2025-11',
    required: true,
    maxLength: 7,
    parse: readAuctionMonth,
  },
  source: {
    label: 'Where the list was published (optional)',
    help: 'Starts with https://. It is shown beside each sale.',
    input: 'url',
    maxLength: 2000,
    parse: (text: string) => (text === '' ? undefined : readWebAddress(text)),
  },
} as const satisfies Record<string, FormField>

/** @throws InvalidInput with a sentence for each invalid field of the form */
export function auctionOf(choice: AuctionChoice, now: Date): Auction {
  const { name, month, source } = readForm(AUCTION_FIELDS, choice, londonDay(now))
  return { name, ...month, sourceUrl: source }
}

/** 'results/B278 (final).xlsx' → 'B278'; '' if the name does not contain it. */
export const auctionInFileName = (fileName: string): string =>
  /(?:^|[^a-z0-9])(b\d{3})(?![a-z0-9])/i.exec(fileName)?.[1]?.toUpperCase() ?? ''
