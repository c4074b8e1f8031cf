import { getBrowserClient } from '../../../shared/backend/client.ts'
import { isArchiveSite, isBackendReachable } from '../../../shared/backend/health-check.ts'
import { fetchArchive } from '../archive.ts'
import type { SalesSources } from './sale-records.ts'

export function sourcesInBrowser(): SalesSources {
  const { backendUrl = '/rest/v1', backendKey = '' } = document.documentElement.dataset
  return {
    client: getBrowserClient(),
    isReachable: async () =>
      !isArchiveSite(location) && isBackendReachable({ url: backendUrl, key: backendKey }),
    readArchive: fetchArchive,
    logError: console.error,
  }
}
