import { createContext } from 'react-router'
import type { AccuracyService } from '../services/estimates/accuracy.ts'
import type { EstimateService } from '../services/estimates/estimate-service.ts'
import type { SendEmail } from './features/enquiries/enquiry-fields.ts'
import type { Archive, ArchiveName } from './features/sales/archive.ts'
import type { BackendAddress, BackendClient } from './shared/backend/client.ts'
import type { LogError } from './shared/backend/with-fallback.ts'

export interface SiteContext {
  client: BackendClient
  /** Where browsers call the REST API, with the public key. */
  publicBackend: BackendAddress
  /** The canonical origin, without a trailing slash. */
  siteUrl: string
  enquiryRetentionMonths: number
  requestId: string
  /** Put on every script of the page, whose hashes the server then allows. */
  nonce?: string
  sendEmail: SendEmail
  estimates: EstimateService
  accuracy: AccuracyService
  readArchive: (name: ArchiveName) => Promise<Archive>
  isBackendReachable: () => Promise<boolean>
  /** The page is then not cached. */
  logError: LogError
}

export const siteContext = createContext<SiteContext>()
