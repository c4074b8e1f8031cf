import { archivePrefix, isArchiveSite } from '#app/shared/backend/archive-site.ts'
import { getBrowserClient } from '#shared/data/client.ts'
import { documentBackend } from '#shared/data/document-backend.ts'
import { takeEarlyRead } from '#shared/data/early-reads.ts'
import { isBackendReachable } from '#shared/data/health-check.ts'
import { fetchArchive } from '#shared/sales/archive.ts'
import type { SalesSources } from '#shared/sales/sale-records.ts'

export function sourcesInBrowser(): SalesSources {
  const backend = documentBackend()
  return {
    client: getBrowserClient(),
    isArchivedCopy: isArchiveSite(location),
    isReachable: async () => (await takeEarlyRead(`${backend.url}/`)) !== null || isBackendReachable(backend),
    readArchive: (name) => fetchArchive(name, { prefix: archivePrefix(location.pathname) }),
    logError: console.error,
  }
}
