/**
 * The tables and views as the services see them, with their columns in camel case. The migrations declare them; a test holds these rows
 * to the columns of both databases.
 */
import type { Kysely, Transaction as KyselyTransaction, Selectable } from 'kysely'
import type {
  ArticleAddressesTable,
  ArticlesTable,
  ArticleVersionsTable,
  PictureFilesTable,
  PicturesTable,
} from './rows/articles.ts'
import type { DealPaymentsTable, DealsTable } from './rows/deals.ts'
import type { EnquirersView, EnquiriesTable, EnquiryEntriesTable } from './rows/enquiries.ts'
import type { ImportHeadingsTable, ImportsTable } from './rows/imports.ts'
import type {
  ChallengesTable,
  InvitationsTable,
  PasskeysTable,
  PeopleTable,
  RecoveryCodesTable,
  SessionsTable,
} from './rows/people.ts'
import type { CorrectionsTable, JerseySalesTable, SaleChangesTable, SalesTable } from './rows/sales.ts'
import type {
  AuditTable,
  DigestsTable,
  MailsTable,
  PageViewDaysView,
  PageViewsTable,
  PageViewTotalsView,
  SettingsTable,
  SiteStateTable,
  UnmetSearchesTable,
} from './rows/site.ts'
import type {
  AlertsTable,
  PlateChangesTable,
  PlateDetailsTable,
  PlatesTable,
  StockChangesTable,
  StockCountsView,
  StockView,
} from './rows/stock.ts'

export interface Tables {
  alerts: AlertsTable
  articleAddresses: ArticleAddressesTable
  articleVersions: ArticleVersionsTable
  articles: ArticlesTable
  audit: AuditTable
  challenges: ChallengesTable
  corrections: CorrectionsTable
  dealPayments: DealPaymentsTable
  deals: DealsTable
  digests: DigestsTable
  enquirers: EnquirersView
  enquiries: EnquiriesTable
  enquiryEntries: EnquiryEntriesTable
  importHeadings: ImportHeadingsTable
  imports: ImportsTable
  invitations: InvitationsTable
  jerseySales: JerseySalesTable
  mails: MailsTable
  pageViewDays: PageViewDaysView
  pageViewTotals: PageViewTotalsView
  pageViews: PageViewsTable
  passkeys: PasskeysTable
  people: PeopleTable
  pictureFiles: PictureFilesTable
  pictures: PicturesTable
  plateChanges: PlateChangesTable
  plateDetails: PlateDetailsTable
  plates: PlatesTable
  recoveryCodes: RecoveryCodesTable
  saleChanges: SaleChangesTable
  sales: SalesTable
  sessions: SessionsTable
  settings: SettingsTable
  siteState: SiteStateTable
  stock: StockView
  stockChanges: StockChangesTable
  stockCounts: StockCountsView
  unmetSearches: UnmetSearchesTable
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** What reads take: the database, or the transaction within which they read. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>

/** Only reads. Whatever writes takes a transaction, which services/action.ts opens. */
export interface Database extends Reader {
  /** Closes its connections, once the transactions that run have ended. */
  destroy(): Promise<void>
}

export type Transaction = KyselyTransaction<Tables>
