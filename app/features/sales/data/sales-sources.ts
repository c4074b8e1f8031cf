import type { SiteContext } from '../../../context.ts'
import type { SalesSources } from './sale-records.ts'

export function sourcesOf({ client, isBackendReachable, readArchive, report }: SiteContext): SalesSources {
  return { client, isReachable: isBackendReachable, readArchive, logError: report }
}
