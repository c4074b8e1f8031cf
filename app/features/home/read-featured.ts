import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'

/** `null`: they could not be read. */
export type FeaturedPlates = ListedPlate[] | null

export const orUnavailable = (read: Promise<ListedPlate[]>, logError?: LogError): Promise<FeaturedPlates> =>
  withFallback(read, null, 'Error fetching featured plates', logError)
