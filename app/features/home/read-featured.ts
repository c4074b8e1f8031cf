import type { BackendClient } from '#shared/data/client.ts'
import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import { type ListedPlate, listFeaturedPlates } from '#shared/plates/find-plates.ts'

/** `null`: they could not be read. */
export type FeaturedPlates = ListedPlate[] | null

const FAILED = 'Error fetching featured plates'

export const orNone = (read: Promise<ListedPlate[]>, logError?: LogError): Promise<FeaturedPlates> =>
  withFallback(read, null, FAILED, logError)

export const readFeatured = (client: BackendClient, logError: LogError) =>
  orNone(listFeaturedPlates(client), logError)
