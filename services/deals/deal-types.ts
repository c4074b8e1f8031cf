/** A plate that we sell to the person of an enquiry, or buy from them. Shared with the browser. */
import type { PlateDocument } from '#shared/cells/stock-cells.ts'

export const ENDINGS = {
  vehicle: 'Assigned to a vehicle',
  v317: 'Straight across by V317',
  certificate: 'Certificate posted',
} as const
type Ending = keyof typeof ENDINGS

/** How each kind of entry changes what has been paid: towards the price, back, or not at all. */
const PAYMENT_SIGNS = {
  deposit: 1,
  balance: 1,
  refund: -1,
  returned: -1,
  'moved-in': 1,
  'moved-out': -1,
  'part-exchange': 1,
  kept: 0,
} as const

export type PaymentKind = keyof typeof PAYMENT_SIGNS

export const PAYMENT_LABELS: Readonly<Record<PaymentKind, string>> = {
  deposit: 'Deposit',
  balance: 'Balance',
  refund: 'Refund',
  returned: 'Payment that came back',
  'moved-in': 'Moved from another order',
  'moved-out': 'Moved to another order',
  'part-exchange': 'Part exchange',
  kept: 'Kept under our terms',
}

/** What a person notes; moves and what is kept have steps of their own. */
export const PAYMENT_KINDS = {
  deposit: PAYMENT_LABELS.deposit,
  balance: PAYMENT_LABELS.balance,
  refund: PAYMENT_LABELS.refund,
  returned: 'Came back: recalled, charged back, a cheque',
} as const

/** Said where a step is taken back after an e-mail about it. */
export const STAY_SENT = 'E-mails that were sent stay sent.'

/** Amounts are in pence, days are YYYY-MM-DD in London; what has not happened is null. */
interface Offer {
  id: string
  kind: 'sale' | 'purchase'
  registration: string
  /** The plate of the stock; null of a purchase until there is a draft. */
  plateId: string | null
  /** The buyer, or the seller of a purchase. */
  name: string
  amount: number
  deposit: number | null
  /** Within how many days of a yes the deposit, and the whole price, are to be paid. */
  depositDays: number
  balanceDays: number
  includes: string | null
  /** The last day of the quote or bid. */
  validUntil: string
  /** Quoted although another deal for the plate was open. */
  isBesideOthers: boolean
}

export interface Quote extends Offer {
  /** The text of the e-mail with its blanks (letter-blanks.ts); null sends none. */
  text: string | null
}

export interface Deal extends Offer {
  enquiryId: string
  /** Of the enquiry; what the buyer quotes with a payment. */
  reference: string
  /** In the address of the buyer's page. */
  token: string
  agreedOn: string | null
  /** The last days for the deposit and for the whole price, once it is agreed. */
  depositBy: string | null
  balanceBy: string | null
  /** When the plate became free again because nothing was paid; null after a payment or an extension. */
  lapsedOn: string | null
  /** Of a purchase: the day when the draft was made. */
  soldOn: string | null
  ending: Ending | null
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
  document: PlateDocument | null
  documentNumber: string | null
  documentExpiresOn: string | null
  holder: string | null
  invoiceNumber: string | null
  /** Kept for the firm's accounts when the enquiry is removed. */
  isKept: boolean
  /** For a death or a dispute: nothing is sent, and nothing ends by itself. */
  isOnHold: boolean
  outcome: 'done' | 'lost' | 'withdrawn' | 'expired' | null
  lostReason: string | null
  /** ISO times. */
  endedAt: string | null
  /** False while it has ended and money is still owed to one side or the other. */
  isSettled: boolean
  createdAt: string
  updatedAt: string
}

/** A note of money: of a sale it was received and a refund paid; of a purchase, the other way about. */
export interface Payment {
  id: string
  dealId: string
  kind: PaymentKind
  amount: number
  paidOn: string
  /** When it was certain; null until then. */
  clearedOn: string | null
  method: string
  /** If somebody else paid. */
  payer: string | null
  /** Why it came back, or the term by which it is kept. */
  note: string | null
  /** Of a move or a part exchange. */
  otherDeal: string | null
  person: string
  createdAt: string
}

type Amount = Pick<Payment, 'kind' | 'amount'>

/** Pence by which an entry changes what has been paid. */
export const signedAmount = ({ kind, amount }: Amount): number => PAYMENT_SIGNS[kind] * amount

/** Received, but not certain yet. */
export const isUncleared = ({ kind, clearedOn }: Pick<Payment, 'kind' | 'clearedOn'>): boolean =>
  (kind === 'deposit' || kind === 'balance') && clearedOn === null

/** In pence, less refunds and what came back; negative only if more went back than came. */
export const paidOf = (payments: readonly Amount[]): number =>
  payments.reduce((sum, payment) => sum + signedAmount(payment), 0)

/** In pence: what the firm's terms let it keep. */
export const keptOf = (payments: readonly Amount[]): number =>
  payments.reduce((sum, { kind, amount }) => sum + (kind === 'kept' ? amount : 0), 0)

/** In pence; zero or less if everything is paid. */
export const owedOf = ({ amount }: Pick<Deal, 'amount'>, payments: readonly Amount[]): number =>
  amount - paidOf(payments)

/**
 * What has no fate yet once a deal has ended, in pence: positive is held and to be given back, moved or kept; negative is
 * still to be paid. A deal that is done has its price; of one that came to nothing, every pound is to be decided.
 */
export const undecidedOf = (
  { outcome, amount }: Pick<Deal, 'outcome' | 'amount'>,
  payments: readonly Amount[],
): number => paidOf(payments) - keptOf(payments) - (outcome === 'done' ? amount : 0)

/** The last day on which a sale that is agreed, and not paid, holds its plate. */
export const payBy = (
  { deposit, depositBy, balanceBy }: Pick<Deal, 'deposit' | 'depositBy' | 'balanceBy'>,
  paid: number,
): string | null => (deposit !== null && paid < deposit ? depositBy : balanceBy)

/** The later of two days. */
export const laterDay = (day: string | null, other: string): string =>
  day !== null && day > other ? day : other

/** The stock and the explorer hold whole pounds. */
export const wholePounds = ({ amount }: Pick<Deal, 'amount'>): number => Math.round(amount / 100)

export type Stage = 'open' | 'agreed' | 'lapsed' | 'sold' | 'handed-over' | NonNullable<Deal['outcome']>

/** How far it has come. Of a purchase, 'sold' means that the plate is in the stock. */
export function stageOf({
  outcome,
  agreedOn,
  lapsedOn,
  soldOn,
  handedOverOn,
}: Pick<Deal, 'outcome' | 'agreedOn' | 'lapsedOn' | 'soldOn' | 'handedOverOn'>): Stage {
  if (outcome) return outcome
  if (handedOverOn) return 'handed-over'
  if (soldOn) return 'sold'
  if (lapsedOn) return 'lapsed'
  return agreedOn ? 'agreed' : 'open'
}
