// Reads what the page of a plate shows besides the plate. The browser loads this only to go to such a page from another.

import type { BackendClient } from '#shared/data/client.ts'
import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import { findPlate, type Plate } from '#shared/plates/find-plates.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { listSalesOf } from '../sales/data/plate-sales.ts'
import { similarSales } from '../sales/similar-sales/similar-sales.ts'
import { describePlate, listFacts } from './plate-facts.ts'
import { readSimilarPlates } from './similar-plates.ts'

type Related = ReturnType<typeof readRelated>
type Comparables = ReturnType<typeof readComparables>

export interface PlateDetails extends ReturnType<typeof withTexts> {
  certificate: string | null
  related: Related | Awaited<Related>
  comparables: Comparables | Awaited<Comparables>
}

/** The read failed; with `null` the plate does not exist. */
export const UNREAD = 'unread' as const
export const FAILED_READ = 'Error fetching plate'

export type LoadedPlate = PlateDetails | null | typeof UNREAD

export function withTexts(plate: Plate) {
  const { description, detailedDescription } = plate
  const facts = describePlate(plate)
  const about = detailedDescription ?? description ?? facts.sentences
  return { plate, about, summary: description ?? about, facts: listFacts(facts) }
}

export async function readRelated(client: BackendClient, plate: Plate, logError?: LogError) {
  const [similar, sales] = await Promise.all([
    readSimilarPlates(client, plate, logError),
    withFallback(
      listSalesOf(client, plate.registration, logError),
      [],
      'Error fetching past sales',
      logError,
    ),
  ])
  return { similar, sales }
}

/** `null` if they cannot be read. */
export function readComparables(
  client: BackendClient,
  { registration }: Pick<Plate, 'registration'>,
  logError?: LogError,
) {
  return withFallback(
    similarSales(client, registration, logError),
    null,
    'Error fetching similar sales',
    logError,
  )
}

/** `/plate/ab1` redirects to AB 1. */
export function findBySpacing(client: BackendClient, typed: string): Promise<Plate | null> {
  const parsed = parseRegistration(typed)
  if (!parsed.ok || parsed.registration.text === typed) return Promise.resolve(null)
  return findPlate(client, parsed.registration.text)
}
