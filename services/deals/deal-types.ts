/** A plate that we sell to the person of an enquiry, or buy from them. Shared with the browser. */

export const ENDINGS = { vehicle: 'Assigned to a vehicle', certificate: 'Certificate posted' } as const
type Ending = keyof typeof ENDINGS

export const PAYMENT_KINDS = { deposit: 'Deposit', balance: 'Balance', refund: 'Refund' } as const
type PaymentKind = keyof typeof PAYMENT_KINDS

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
  includes: string | null
  /** The last day of the quote or bid. */
  validUntil: string
  /** Quoted although another deal for the plate was open. */
  isBesideOthers: boolean
}

export interface Quote extends Offer {
  /** The text of the e-mail; null sends none. `{link}` becomes the address of the buyer's page. */
  text: string | null
}

export interface Deal extends Offer {
  enquiryId: string
  /** In the address of the buyer's page. */
  token: string
  agreedOn: string | null
  /** Of a purchase: the day when the draft was made. */
  soldOn: string | null
  ending: Ending | null
  nominee: string | null
  /** The reference of the log book; removed with the end of the deal. */
  vehicleReference: string | null
  trackingNumber: string | null
  /** When the plate was assigned to the vehicle, or its certificate posted. */
  handedOverOn: string | null
  identitySeenOn: string | null
  certificateReceivedOn: string | null
  invoiceNumber: string | null
  /** Kept for the firm's accounts when the enquiry is removed. */
  isKept: boolean
  outcome: 'done' | 'lost' | 'withdrawn' | 'expired' | null
  lostReason: string | null
  /** ISO times. */
  endedAt: string | null
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
  method: string
  person: string
  createdAt: string
}

/** In pence, without refunds; never negative unless more was refunded than paid. */
export const paidOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -amount : amount), 0)

/** In pence; zero or less if everything is paid. */
export const owedOf = ({ amount }: Pick<Deal, 'amount'>, payments: readonly Payment[]): number =>
  amount - paidOf(payments)

/** The stock and the explorer hold whole pounds. */
export const wholePounds = ({ amount }: Pick<Deal, 'amount'>): number => Math.round(amount / 100)

export type Stage = 'open' | 'agreed' | 'sold' | 'handed-over' | NonNullable<Deal['outcome']>

/** How far it has come. Of a purchase, 'sold' means that the plate is in the stock. */
export function stageOf({ outcome, agreedOn, soldOn, handedOverOn }: Deal): Stage {
  if (outcome) return outcome
  if (handedOverOn) return 'handed-over'
  if (soldOn) return 'sold'
  return agreedOn ? 'agreed' : 'open'
}
