import { createContext } from 'react-router'
import type { AlertService } from '#services/alerts/alert-service.ts'
import type { FirmInArticles } from '#services/articles/firm-in-articles.ts'
import type { DeskArticles, LiveArticles } from '#services/articles/live-articles.ts'
import type { ClientNetwork } from '#services/client-ip.ts'
import type { Order } from '#services/deals/read-order.ts'
import type { AccuracyService } from '#services/estimates/accuracy-report.ts'
import type { EstimateService } from '#services/estimates/estimate-service.ts'
import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import type { SendEmail } from '#shared/enquiries/enquiry-fields.ts'
import type { Archive } from '#shared/sales/archive.ts'
import type { ArchiveName } from '#shared/sales/explorers.ts'
import type { WrittenPage } from '#shared/text/statement-pages.ts'
import type { Site } from '#site.config.ts'

// The types of services that pages use: nothing else of the site imports from services.
export type { Frequency } from '#services/alerts/alert-store.ts'
export type {
  AccuracyReport,
  AccuracyService,
  CalibrationBin,
  Group,
  Measures,
  NoiseCeiling,
} from '#services/estimates/accuracy-report.ts'
export type {
  EstimateAnswer,
  MeasuredErrors,
  MeasuredEstimate,
} from '#services/estimates/estimate-service.ts'
export type { DeskArticles, FirmInArticles, Order }

export interface SiteContext {
  client: BackendClient
  /** With which browsers call the REST API. */
  publicKey: string
  /** The canonical origin, without a trailing slash. */
  siteUrl: string
  /** What pages say of the firm, as it is set just now. */
  site: Site
  enquiryRetentionMonths: number
  statementPages: readonly WrittenPage[]
  /** What the page of a plate for sale says of its certificate; null unless the firm has turned that on. */
  readCertificate: ((plateId: string) => Promise<string | null>) | null
  /** By the token of its link; null if the link leads nowhere. */
  readOrder: (token: string) => Promise<Order | null>
  requestId: string
  /** Put on every script of the page, whose hashes the server then allows. */
  nonce?: string
  sendEmail: SendEmail
  alerts: AlertService
  /** Who asks, for limits. */
  clientNetwork: ClientNetwork
  estimates: EstimateService
  accuracy: AccuracyService
  /** Of the desk; `articlesIn` has them with those that ship. */
  articles: Pick<LiveArticles, 'current' | 'readPreview' | 'setTitle' | 'setWordmark' | 'soldAmong'>
  /** What the settings of the firm change in articles; null if nothing. */
  firmInArticles: FirmInArticles | null
  readArchive: (name: ArchiveName) => Promise<Archive>
  isBackendReachable: () => Promise<boolean>
  /** Changes with every change of the data. */
  dataVersion: () => string | null
  /** The same without changes of the stock. */
  salesVersion: () => string | null
  /** The page is then not cached. */
  logError: LogError
}

export const siteContext = createContext<SiteContext>()
