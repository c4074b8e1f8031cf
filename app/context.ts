import { createContext } from 'react-router'
import type { SendEmail } from './features/enquiries/enquiry-fields.ts'
import type { Archive, ArchiveName } from './features/sales/archive.ts'
import type { BackendAddress, BackendClient } from './shared/backend/client.ts'
import type { LogError } from './shared/backend/with-fallback.ts'

/** What the server gives to every loader and action. */
export interface SiteContext {
  client: BackendClient
  /** Where browsers call the REST contract, with the public key. */
  publicBackend: BackendAddress
  /** The canonical origin, without a trailing slash. */
  siteUrl: string
  enquiryRetentionMonths: number
  /** Identifies this request in the log; a visitor can quote it. */
  requestId: string
  /** On every script that this rendering writes; the server then allows these scripts by hash. */
  nonce?: string
  /** Accepts an enquiry, as `POST /functions/v1/send-email` does. */
  sendEmail: SendEmail
  /** The published sales of this server, read from disk; empty if nothing has been published. */
  readArchive: (name: ArchiveName) => Promise<Archive>
  /** Whether the backend responds within two seconds. */
  isBackendReachable: () => Promise<boolean>
  /** Logs the error; the page is then not cached. */
  logError: LogError
}

export const siteContext = createContext<SiteContext>()
