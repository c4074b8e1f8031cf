import type { SiteContext } from '#app/context.ts'
import type { SalesSources } from '#shared/sales/sale-records.ts'

export function sourcesOf({ client, isBackendReachable, readArchive, logError }: SiteContext): SalesSources {
  return { client, isReachable: isBackendReachable, readArchive, logError }
}
