import { fetchArchive } from '../../data/archive.ts'
import { inBrowser } from '../../data/client.ts'
import { isArchiveSite, isBackendReachable } from '../../data/probe.ts'
import type { SalesSources } from '../../data/sale-records.ts'

/** Where the browser reads sales from: the contract directly; an archived copy of the site asks no backend at all. */
export function sourcesInBrowser(): SalesSources {
  const { backendUrl = '/rest/v1', backendKey = '' } = document.documentElement.dataset
  return {
    client: inBrowser(),
    isReachable: async () =>
      !isArchiveSite(location) && isBackendReachable({ url: backendUrl, key: backendKey }),
    readArchive: fetchArchive,
    report: console.error,
  }
}
