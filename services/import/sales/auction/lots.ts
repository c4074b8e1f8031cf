/** The note of a sale names its auction and lot, which identify it: 'DVLA auction B278, lot 41; …'. */

/** The seller's name in the fee regimes. */
export const DVLA_AUCTION = 'DVLA Auction'

export const lotPrefix = (auction: string) => `DVLA auction ${auction}, lot `

export const lotNote = (auction: string, lot: string) =>
  `${lotPrefix(auction)}${lot}; from the auctioneer's results list`

/** 'DVLA auction B278, lot 41; …' → { auction: 'B278', lot: '41' } */
export function lotOf(note: unknown): { auction: string; lot: string } | null {
  const match = /^DVLA auction ([^\s,]+), lot ([^\s,;]+)/.exec(String(note ?? ''))
  return match ? { auction: match[1] as string, lot: match[2] as string } : null
}
