import { getBrowserClient } from '#shared/data/client.ts'
import { listFeaturedPlates } from '#shared/plates/find-plates.ts'
import { FEATURED_KEY, remember } from '../../shared/backend/client-cache.ts'
import { orUnavailable } from './read-featured.ts'

/** Read by the browser and kept for a minute. */
export const loadFeatured = () =>
  remember(FEATURED_KEY, () => listFeaturedPlates(getBrowserClient()), orUnavailable)
