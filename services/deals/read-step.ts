/** What the forms of the steps send. */
import { CellError, readLine } from '#shared/cells/fields.ts'
import { readDay, readDocument, readHolder } from '#shared/cells/stock-cells.ts'
import { readFields } from '../changes/refusal.ts'
import { LOST_REASONS } from '../enquiries/statuses.ts'
import { isUuid } from '../uuid.ts'
import { ENDINGS, PAYMENT_KINDS } from './deal-types.ts'
import { readDayFrom, readDayUntil, readLetter, readPence } from './read-deal-form.ts'
import type { StepName } from './step-rules.ts'

const line = (maxLength: number) => (text: string) => readLine(maxLength)(text) || null

const isTicked = (text: string) => text !== ''

const oneOf =
  <Name extends string>(names: Record<Name, string>) =>
  (text: string): Name => {
    if (!Object.hasOwn(names, text)) throw new CellError('choose one')
    return text as Name
  }

const READERS = {
  on: readDayUntil,
  /** The last day of a reservation. */
  until: readDayFrom,
  text: readLetter,
  kind: oneOf(PAYMENT_KINDS),
  amount: readPence,
  /** Empty until the money is certain. */
  clearedOn: (text: string, today: string) => (text.trim() === '' ? null : readDayUntil(text, today)),
  payer: line(100),
  note: line(300),
  /** Of one payment for two orders, what is for the other. */
  otherAmount: readPence,
  document(text: string) {
    const document = readDocument(text)
    if (!document) throw new CellError('choose one')
    return document
  },
  documentNumber: line(100),
  documentExpiresOn: (text: string) => (text.trim() === '' ? null : readDay(text)),
  holder: (text: string) => (text.trim() === '' ? null : readHolder(text)),
  /** The holder has signed for the keeper. */
  isSigned: isTicked,
  /** Another deal. */
  toDeal(text: string) {
    if (!isUuid(text)) throw new CellError('choose one')
    return text
  },
  /** What the person has confirmed, in the words that they were asked. */
  confirmed: (text: string) => text || null,
  method(text: string) {
    if (text.trim() === '') throw new CellError('say how it was paid, such as bank transfer')
    return readLine(60)(text)
  },
  /** The id of a payment: from the form, so that one that is sent twice is one payment. */
  payment(text: string) {
    if (!isUuid(text)) throw new CellError('this is no payment')
    return text
  },
  ending: oneOf(ENDINGS),
  trackingNumber: line(100),
  nominee: line(200),
  vehicleReference: line(40),
  /** Saves the details of a handover that is still to come. */
  detailsOnly: isTicked,
  invoiceNumber: line(40),
  isKept: isTicked,
  reason: oneOf(LOST_REASONS),
}

type Field = keyof typeof READERS

export type Given = { [Name in Field]: ReturnType<(typeof READERS)[Name]> }

/** A step that is not named here has no fields. */
const FIELDS: Partial<Record<StepName, readonly Field[]>> = {
  agree: ['on', 'text', 'confirmed'],
  reserve: ['until'],
  extend: ['until'],
  reprice: ['amount'],
  pay: ['payment', 'kind', 'amount', 'on', 'clearedOn', 'method', 'payer', 'note', 'confirmed'],
  clear: ['payment', 'on'],
  'take back pay': ['payment'],
  move: ['toDeal', 'amount', 'on'],
  exchange: ['toDeal', 'amount', 'on'],
  share: ['payment', 'toDeal', 'amount', 'otherAmount', 'on', 'method', 'confirmed'],
  keep: ['amount', 'on', 'note'],
  sell: ['on', 'confirmed'],
  done: ['confirmed'],
  'hand-over': [
    'ending',
    'trackingNumber',
    'on',
    'nominee',
    'isSigned',
    'vehicleReference',
    'detailsOnly',
    'confirmed',
  ],
  identity: ['on'],
  papers: ['document', 'documentExpiresOn', 'holder'],
  certificate: ['on', 'documentNumber'],
  draft: ['on'],
  accounts: ['invoiceNumber', 'isKept'],
  lose: ['reason'],
}

/** A field that is not sent is empty. @param today in London. @throws InvalidInput */
export const readGiven = (step: StepName, typed: Partial<Record<string, string>>, today: string): Given =>
  readFields<Partial<Given>>(
    Object.fromEntries(
      (FIELDS[step] ?? []).map((name) => [name, () => READERS[name](typed[name] ?? '', today)]),
    ),
  ) as Given
