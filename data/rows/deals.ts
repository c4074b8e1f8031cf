/** The rows of deals and their payments. Amounts are in pence, days are YYYY-MM-DD in London; what has not happened is null. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'
import type { Created, Dated } from './row.ts'

interface DealsTable extends Dated {
  enquiryId: string
  /** Of the enquiry; what the buyer quotes with a payment. */
  reference: string
  kind: 'sale' | 'purchase'
  plateNumber: string
  /** The plate of the stock; null of a purchase until there is a draft. */
  plateId: string | null
  /** In the address of the buyer's page. */
  token: string
  /** The buyer, or the seller of a purchase. */
  name: string
  amount: number
  deposit: number | null
  /** Within how many days of a yes the deposit, and the whole price, are to be paid. */
  depositDays: Generated<number>
  balanceDays: Generated<number>
  includes: string | null
  /** The last day of the quote or bid. */
  validUntil: string
  /** Quoted although another deal for the plate was open. */
  isBesideOthers: Generated<boolean>
  agreedOn: string | null
  /** The last days for the deposit and for the whole price, once it is agreed. */
  depositBy: string | null
  balanceBy: string | null
  /** When the plate became free again because nothing was paid; null after a payment or an extension. */
  lapsedOn: string | null
  /** Of a purchase: the day when the draft was made. */
  soldOn: string | null
  ending: 'vehicle' | 'v317' | 'certificate' | null
  /** The keeper of the vehicle, if the certificate is posted. */
  nominee: string | null
  /** The reference of the log book; removed with the end of the deal. */
  vehicleReference: string | null
  trackingNumber: string | null
  /** When the plate was assigned to the vehicle, or its certificate posted. */
  handedOverOn: string | null
  identitySeenOn: string | null
  certificateReceivedOn: string | null
  /** Of a purchase, as the seller says. */
  document: 'V750' | 'V778' | 'vehicle' | null
  documentNumber: string | null
  documentExpiresOn: string | null
  holder: string | null
  invoiceNumber: string | null
  /** Kept for the firm's accounts when the enquiry is removed. */
  isKept: Generated<boolean>
  /** For a death or a dispute: nothing is sent, and nothing ends by itself. */
  isOnHold: Generated<boolean>
  outcome: 'done' | 'lost' | 'withdrawn' | 'expired' | null
  lostReason: string | null
  endedAt: Time | null
  /** False while it has ended and money is still owed to one side or the other. */
  isSettled: Generated<boolean>
}

/** A note of money: of a sale it was received and a refund paid; of a purchase, the other way about. */
interface DealPaymentsTable extends Created {
  dealId: string
  kind: 'deposit' | 'balance' | 'refund' | 'returned' | 'moved-in' | 'moved-out' | 'part-exchange' | 'kept'
  amount: number
  paidOn: string
  /** When it was certain; null until then. */
  clearedOn: string | null
  /** If somebody else paid. */
  payer: string | null
  /** Why it came back, or the term by which it is kept. */
  note: string | null
  /** Of a move or a part exchange. */
  otherDeal: string | null
  method: string
  person: string
}

export interface DealTables {
  deals: DealsTable
  dealPayments: DealPaymentsTable
}
