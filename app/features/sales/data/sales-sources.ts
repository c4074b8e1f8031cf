import type { SiteContext } from '../../../context.ts'
import type { SalesSources } from './sale-records.ts'

export function sourcesOf({ client, isBackendReachable, readArchive, logError }: SiteContext): SalesSources {
  return { client, isReachable: isBackendReachable, readArchive, logError }
}
