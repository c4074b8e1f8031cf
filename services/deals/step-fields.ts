/** The fields of the steps of a deal: how its page shows each, and what its text becomes. */
import { CellError, readLine } from '#shared/cells/fields.ts'
import { readDay, readHolder } from '#shared/cells/stock-cells.ts'
import { pick } from '#shared/data/pick.ts'
import type { FormField } from '#shared/form/form-field.ts'
import { lineOf, oneOf } from '#shared/form/form-parsers.ts'
import { LOST_REASONS } from '../enquiries/statuses.ts'
import { isUuid } from '../uuid.ts'
import { ENDINGS, PAYMENT_KINDS } from './deal-types.ts'
import { orNull, readDayFrom, readDayUntil, readLetter, readPence } from './read-deal-form.ts'

interface StepField extends FormField {
  /** Folded with the others that are seldom filled. */
  isSeldom?: true
}

const isTicked = (text: string) => text !== ''

function parseId(text: string): string {
  if (!isUuid(text)) throw new CellError('choose one')
  return text
}

export const DOCUMENTS = {
  V778: 'Retention document (V778)',
  V750: 'Certificate of entitlement (V750)',
  vehicle: 'On a vehicle',
}

const STEP_FIELDS = {
  on: { label: 'Day', input: 'date', required: true, parse: readDayUntil },
  /** The last day of a reservation. */
  until: { label: 'Until the end of', input: 'date', required: true, parse: readDayFrom },
  text: {
    label: 'The e-mail that confirms it',
    help: 'What stands in braces is filled in when it is sent. Empty it to send none.',
    rows: 12,
    parse: readLetter,
  },
  kind: { label: 'What', ...oneOf(PAYMENT_KINDS) },
  amount: { label: 'Amount', inputMode: 'decimal', required: true, parse: readPence },
  /** Empty until the money is certain. */
  clearedOn: {
    label: 'Cleared on',
    input: 'date',
    help: 'Empty it until the money is certain: a cheque, a card.',
    isSeldom: true,
    parse: orNull(readDayUntil),
  },
  payer: { label: 'Paid by, if not by them', isSeldom: true, ...lineOf(100) },
  note: { label: 'Note', help: 'For one that came back: why.', isSeldom: true, ...lineOf(300) },
  /** Of one payment for two orders, what is for the other. */
  otherAmount: { label: 'Of this, for the other', inputMode: 'decimal', required: true, parse: readPence },
  document: { label: 'What it is', ...oneOf(DOCUMENTS) },
  documentNumber: {
    label: 'Its number',
    help: 'It works like a key: ask for it at the payment, not before.',
    ...lineOf(100),
  },
  documentExpiresOn: { label: 'Expires on', input: 'date', parse: orNull((text) => readDay(text)) },
  holder: {
    label: 'Holder',
    help: 'The grantee of a V778, the purchaser of a V750: who alone can sell it.',
    maxLength: 200,
    parse: orNull(readHolder),
  },
  isSigned: {
    label: 'The holder has signed for the keeper',
    input: 'tick',
    isSeldom: true,
    parse: isTicked,
  },
  /** Another deal. */
  toDeal: { label: 'The other order', options: {}, parse: parseId },
  /** What the person has confirmed, in the words that they were asked. */
  confirmed: { parse: (text: string) => text || null },
  method: {
    label: 'How',
    list: 'methods',
    maxLength: 60,
    required: true,
    parse(text: string) {
      if (text.trim() === '') throw new CellError('say how it was paid, such as bank transfer')
      return readLine(60)(text)
    },
  },
  /** The id of a payment: from the form, so that one that is sent twice is one payment. */
  payment: { parse: parseId },
  ending: { label: 'How', ...oneOf(ENDINGS) },
  trackingNumber: { label: 'Tracking number', isSeldom: true, ...lineOf(100) },
  nominee: {
    label: 'Keeper',
    help: 'By post, or on a brand-new vehicle: its keeper, also of a present. None is needed where we assign it online.',
    isSeldom: true,
    ...lineOf(200),
  },
  vehicleReference: {
    label: 'Reference of the log book',
    help: 'The 11 digits of the newest V5C. Removed when the deal is closed.',
    inputMode: 'numeric',
    ...lineOf(40),
  },
  /** Saves the details of a handover that is still to come. */
  detailsOnly: { parse: isTicked },
  invoiceNumber: { label: 'From your accounts', ...lineOf(40) },
  isKept: {
    label: 'Keep name and amounts for our accounts when the enquiry is removed',
    input: 'tick',
    parse: isTicked,
  },
  reason: { parse: oneOf(LOST_REASONS).parse },
} as const satisfies Record<string, StepField>

export type StepFieldName = keyof typeof STEP_FIELDS

/** What the forms of the steps send. */
export type Given = { [Name in StepFieldName]: ReturnType<(typeof STEP_FIELDS)[Name]['parse']> }

export const stepFields = (names: readonly StepFieldName[]): Record<string, StepField> =>
  pick(STEP_FIELDS, names)
