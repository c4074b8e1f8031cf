// A plate and what its page shows besides it, read by the browser, as soon as somebody is about to open the page.
import { getBrowserClient } from '#shared/data/client.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import { findPlate } from '#shared/plates/find-plates.ts'
import { plateKey, remember } from '../../shared/backend/client-cache.ts'
import {
  FAILED_READ,
  type LoadedPlate,
  type PlateDetails,
  readComparables,
  readRelated,
  UNREAD,
  withTexts,
} from './read-plate.ts'

/** Kept for a minute. */
export const loadPlate = (registration: string) =>
  remember<PlateDetails | null, LoadedPlate>(
    plateKey(registration),
    () => readPlate(registration),
    (read) => withFallback(read, UNREAD, FAILED_READ),
  )

async function readPlate(registration: string): Promise<PlateDetails | null> {
  const client = getBrowserClient()
  const plate = await findPlate(client, registration)
  if (plate === null) return null
  const [related, comparables] = [readRelated(client, plate), readComparables(client, plate)]
  const details: PlateDetails = { ...withTexts(plate), certificate: null, related, comparables }
  // What has arrived when the page is rendered is part of its first frame.
  related.then((value) => {
    details.related = value
  })
  comparables.then((value) => {
    details.comparables = value
  })
  return details
}
