import { createContext } from 'react-router'
import type { SendEmail } from './features/enquiries/enquiry-fields.ts'
import type { Archive, ArchiveName } from './features/sales/archive.ts'
import type { BackendAddress, BackendClient } from './shared/backend/client.ts'
import type { LogError } from './shared/backend/with-fallback.ts'

/** What the server hands to every loader: the way to the data and what is known of the request. */
export interface SiteContext {
  client: BackendClient
  /** Where the browser reads the contract; the key is the public one. */
  publicBackend: BackendAddress
  /** The canonical origin, without a slash at its end. */
  siteUrl: string
  /** How long an enquiry is kept. */
  enquiryRetentionMonths: number
  /** Names this request in the log; a visitor can quote it. */
  requestId: string
  /** Marks the scripts that we write into this one document, so that the server allows them and no others. */
  nonce?: string
  /** Takes the finished document, which else is the body of the answer: encoded, and decoded again to be sealed. */
  takeDocument?: (html: string) => void
  /** Takes an enquiry, as `POST /functions/v1/send-email` does. */
  sendEmail: SendEmail
  /** The static exports as this server has them, without a request; empty where there are none. */
  readArchive: (name: ArchiveName) => Promise<Archive>
  /** The connectivity probe: whether the backend answers within two seconds. */
  isBackendReachable: () => Promise<boolean>
  report: LogError
  /** Reads once until the data change, under this name: for what page after page asks for alike. */
  readOnce<Value>(name: string, read: () => Promise<Value>): Promise<Value>
}

export const siteContext = createContext<SiteContext>()
