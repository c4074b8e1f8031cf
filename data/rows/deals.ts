/** The rows of deals and their payments. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface DealsTable {
  id: Generated<string>
  enquiryId: string
  reference: string
  kind: 'sale' | 'purchase'
  plateNumber: string
  plateId: string | null
  token: string
  name: string
  amount: number
  deposit: number | null
  depositDays: Generated<number>
  balanceDays: Generated<number>
  includes: string | null
  validUntil: string
  isBesideOthers: Generated<boolean>
  agreedOn: string | null
  depositBy: string | null
  balanceBy: string | null
  lapsedOn: string | null
  soldOn: string | null
  ending: 'vehicle' | 'v317' | 'certificate' | null
  nominee: string | null
  vehicleReference: string | null
  trackingNumber: string | null
  handedOverOn: string | null
  identitySeenOn: string | null
  certificateReceivedOn: string | null
  document: 'V750' | 'V778' | 'vehicle' | null
  documentNumber: string | null
  documentExpiresOn: string | null
  holder: string | null
  invoiceNumber: string | null
  isKept: Generated<boolean>
  isOnHold: Generated<boolean>
  outcome: 'done' | 'lost' | 'withdrawn' | 'expired' | null
  lostReason: string | null
  endedAt: Time | null
  isSettled: Generated<boolean>
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface DealPaymentsTable {
  id: Generated<string>
  dealId: string
  kind: string
  amount: number
  paidOn: string
  clearedOn: string | null
  payer: string | null
  note: string | null
  otherDeal: string | null
  method: string
  person: string
  createdAt: Generated<Time>
}
