/** The auction of a results list, as entered in a form. */

import { CellError } from '#shared/cells/fields.ts'
import { sentence } from '../../changes/refusal.ts'
import type { AuctionChoice } from '../import-store.ts'
import { readAuctionMonth, readAuctionName, readAuctionSource } from './auction/read-auction.ts'
import type { Auction } from './auction/reader.ts'

/** @throws CellError */
export function auctionOf({ name, month, source }: AuctionChoice, now: Date): Auction {
  return {
    name: readAuctionName(name),
    ...readAuctionMonth(month, now),
    ...(source === '' ? {} : { sourceUrl: readAuctionSource(source) }),
  }
}

const READERS: Record<keyof AuctionChoice, (text: string, now: Date) => unknown> = {
  name: readAuctionName,
  month: readAuctionMonth,
  source: (text) => text === '' || readAuctionSource(text),
}

/** The error of each field, in a sentence; empty if there is none. */
export function auctionFaults(
  choice: AuctionChoice,
  now: Date,
): Partial<Record<keyof AuctionChoice, string>> {
  const faults: Partial<Record<keyof AuctionChoice, string>> = {}
  for (const [field, read] of Object.entries(READERS) as [keyof AuctionChoice, (typeof READERS)['name']][])
    try {
      read(choice[field], now)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      faults[field] = sentence(error.message)
    }
  return faults
}
