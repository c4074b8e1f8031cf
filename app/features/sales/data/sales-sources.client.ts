import { archivePrefix, isArchiveSite } from '../../../shared/backend/archive-site.ts'
import { getBrowserClient } from '../../../shared/backend/client.ts'
import { isBackendReachable } from '../../../shared/backend/health-check.ts'
import { fetchArchive } from '../archive.ts'
import type { SalesSources } from './sale-records.ts'

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
