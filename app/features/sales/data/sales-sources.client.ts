import { archivePrefix, isArchiveSite } from '#app/shared/backend/archive-site.ts'
import { getBrowserClient } from '#shared/data/client.ts'
import { isBackendReachable } from '#shared/data/health-check.ts'
import { fetchArchive } from '#shared/sales/archive.ts'
import type { SalesSources } from '#shared/sales/sale-records.ts'

export function sourcesInBrowser(): SalesSources {
  const { backendUrl = '/rest/v1', backendKey = '' } = document.documentElement.dataset
  return {
    client: getBrowserClient(),
    isArchivedCopy: isArchiveSite(location),
    isReachable: () => isBackendReachable({ url: backendUrl, key: backendKey }),
    readArchive: (name) => fetchArchive(name, { prefix: archivePrefix(location.pathname) }),
    logError: console.error,
  }
}
