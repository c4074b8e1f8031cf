/** The ways by which a plate can reach its buyer, and what each needs first (the collected procedures, *rights*). */
import { OPEN, type PlateDocument, US } from '../cells/stock-cells.ts'

/** What the buyer wants. */
const WANTS = {
  assigned: 'On their vehicle',
  'new-vehicle': 'On a brand-new vehicle',
  certificate: 'The certificate, to keep or to give',
} as const
export type Want = keyof typeof WANTS

/** vehicle: we assign it online. v317: from one vehicle to another by post. certificate: posted. */
type WayEnding = 'vehicle' | 'v317' | 'certificate'

/** What is to be done or recorded by us. */
export const NEEDS = {
  'take-off':
    'The keeper takes it off first, online or by form V317, for £80. The V778 names the keeper, or whom the keeper chooses, and that name stays.',
  holder: 'Record who holds the document: the purchaser on a V750, the grantee on a V778.',
  consent: 'The holder’s consent, since we are not the holder.',
  number:
    'The number of the document. With it and a log book anyone can use the plate: it is in no message of ours before the money has cleared.',
  v317: 'Form V317 with both log books, signed by both keepers if they differ, and £80.',
  signature: 'The holder’s signature, which makes the keeper the nominee. That is free.',
  tracked: 'Post it tracked, once the money has cleared.',
} as const
export type Need = keyof typeof NEEDS

/** What only the buyer knows. */
export const ASKS = {
  'log-book':
    'The 11-digit reference of the newest log book (V5C) of their vehicle. The names need not match.',
  'both-log-books': 'The log book (V5C) of their vehicle, and its keeper’s signature.',
  keeper: 'The name of the vehicle’s keeper, who must be the nominee by post or on a brand-new vehicle.',
} as const
export type Ask = keyof typeof ASKS

export interface Way {
  ending: WayEnding
  needs: readonly Need[]
  asks: readonly Ask[]
}

interface Papers {
  document: PlateDocument | null
  documentNumber: string | null
  holder: string | null
  nominee: string | null
}

/**
 * The best first; none if the document is not recorded, since then nothing can be said. A plate that is taken off its
 * vehicle has a new document, so record that one and ask again.
 * @param keeper of the buyer's vehicle, if known
 */
export function waysToBuyer(papers: Papers, want: Want, keeper: string | null): Way[] {
  const { document } = papers
  if (document === null) return []
  const isOn = document === 'vehicle'
  if (want !== 'assigned') {
    const needs = isOn ? (['take-off'] as const) : certificateNeeds(papers, keeper)
    return [{ ending: 'certificate', needs, asks: keeper === null ? ['keeper'] : [] }]
  }
  if (!isOn) return [{ ending: 'vehicle', needs: onlineNeeds(papers), asks: ['log-book'] }]
  return [
    { ending: 'v317', needs: ['v317', 'tracked'], asks: ['both-log-books'] },
    { ending: 'vehicle', needs: ['take-off'], asks: ['log-book'] },
  ]
}

function onlineNeeds({ documentNumber, holder }: Papers): Need[] {
  const consent: Need[] = holder === US ? [] : [holder === null ? 'holder' : 'consent']
  return documentNumber === null ? [...consent, 'number'] : consent
}

function certificateNeeds({ holder, nominee }: Papers, keeper: string | null): Need[] {
  const isNamed = keeper !== null && [holder, nominee].some((name) => isSame(name, keeper))
  const signature: Need[] = isNamed || nominee === OPEN ? [] : ['signature']
  return [...(holder === null ? (['holder'] as const) : []), ...signature, 'tracked']
}

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.trim().toLowerCase()
