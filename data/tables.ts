/**
 * The tables and views as the services see them, with their columns in camel case. The migrations declare them; a test holds these rows
 * to the columns of both databases.
 */
import type { Kysely, Transaction as KyselyTransaction, Selectable } from 'kysely'
import type { ArticleTables } from './rows/articles.ts'
import type { DealTables } from './rows/deals.ts'
import type { EnquiryTables } from './rows/enquiries.ts'
import type { ImportTables } from './rows/imports.ts'
import type { PeopleTables } from './rows/people.ts'
import type { SalesTables } from './rows/sales.ts'
import type { SiteTables } from './rows/site.ts'
import type { StockTables } from './rows/stock.ts'

export interface Tables
  extends ArticleTables,
    DealTables,
    EnquiryTables,
    ImportTables,
    PeopleTables,
    SalesTables,
    SiteTables,
    StockTables {}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** What reads take: the database, or the transaction within which they read. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>

/** Only reads. Whatever writes takes a transaction, which services/action.ts opens. */
export interface Database extends Reader {
  /** Closes its connections, once the transactions that run have ended. */
  destroy(): Promise<void>
}

export type Transaction = KyselyTransaction<Tables>
