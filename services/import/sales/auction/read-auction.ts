/** Parses the auction of a results list as a person enters it. */

import { CellError, readDate, readWebAddress } from '#shared/cells/fields.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import type { Auction } from './reader.ts'

/** 'b278' → 'B278'. @throws CellError 'B 278' */
export function readAuctionName(text: string): string {
  const name = text.trim().toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9-]{0,19}$/.test(name))
    throw new CellError(`“${escapeLine(text)}” is not the name of an auction, such as B278`)
  return name
}

/** '2025-11'. @throws CellError for 'June' and for future months */
export function readAuctionMonth(text: string, now: Date): Pick<Auction, 'saleYear' | 'saleMonth'> {
  if (!/^\d{4}-\d{1,2}$/.test(text.trim()))
    throw new CellError(`“${escapeLine(text)}” is not a month, such as 2025-11`)
  const { year, month } = readDate(text)
  if (year === now.getFullYear() && Number(month) > now.getMonth() + 1)
    throw new CellError(`${text.trim()} is in the future`)
  return { saleYear: year, saleMonth: Number(month) }
}

/** Where the list was published. @throws CellError */
export const readAuctionSource = (text: string): string => readWebAddress(text)

/** 'results/B278 (final).xlsx' → 'B278'; '' if the name does not contain it. */
export const auctionInFileName = (fileName: string): string =>
  /(?:^|[^a-z0-9])(b\d{3})(?![a-z0-9])/i.exec(fileName)?.[1]?.toUpperCase() ?? ''
