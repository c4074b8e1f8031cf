/** A plate that we sell to the person of an enquiry, or buy from them. Shared with the browser. */
import type { Row } from '#data/tables.ts'

export const ENDINGS = {
  vehicle: 'Assigned to a vehicle',
  v317: 'Straight across by V317',
  certificate: 'Certificate posted',
} as const satisfies Record<NonNullable<Deal['ending']>, string>

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
} as const satisfies Record<Payment['kind'], number>

export const PAYMENT_LABELS: Readonly<Record<Payment['kind'], string>> = {
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

/** A row of data/rows/deals.ts. */
export type Deal = Omit<Row<'deals'>, 'plateNumber'> & { registration: string }

export type Payment = Row<'dealPayments'>

export type Quote = Pick<
  Deal,
  | 'id'
  | 'kind'
  | 'registration'
  | 'plateId'
  | 'name'
  | 'amount'
  | 'deposit'
  | 'depositDays'
  | 'balanceDays'
  | 'includes'
  | 'validUntil'
  | 'isBesideOthers'
> & {
  /** The text of the e-mail with its blanks (letter-blanks.ts); null sends none. */
  text: string | null
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
const keptOf = (payments: readonly Amount[]): number =>
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

export const UNSOLD: readonly Stage[] = ['open', 'agreed', 'lapsed']
export const RUNNING: readonly Stage[] = [...UNSOLD, 'sold', 'handed-over']
export const ENDED: readonly Stage[] = ['done', 'lost', 'withdrawn', 'expired']
export const ALL_STAGES = [...RUNNING, ...ENDED]

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
