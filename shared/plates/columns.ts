/**
 * Every column of a plate: what is stored, read, written, listed, entered and described is made from this list. Only the
 * SQL declares the columns again (db/migrations, supabase/migrations), and a test compares the two. Columns are in the
 * order of their table.
 */
import {
  readAskingPrice,
  readCost,
  readImageAddress,
  readLine,
  readText,
  readYesNo,
} from '../cells/fields.ts'
import { readDocument, readFutureDay, readHolder, readNominee, readPastDay } from '../cells/stock-cells.ts'
import type { HeadingSpec, Field as ListField, Value } from '../cells/table-specs.ts'
import type { Field } from '../form/form-field.ts'
import { capitalised } from '../text/capitalised.ts'

type ColumnType = keyof StoredValues

interface PlateColumn {
  column: string
  /** A question mark marks a nullable column. Integers are pounds; a day is a text as YYYY-MM-DD. */
  type: ColumnType | `${ColumnType}?`
  /** The name in sentences. A column without one is never shown. */
  label?: string
  /** The heading of its field and in the history, if it differs from the label. */
  title?: string
  /** The name in the changes of an import, if it differs from the label. */
  listLabel?: string
  /** The entry in the menu of what a heading means, unless `menuLabelOf` makes it from the label. */
  menuLabel?: string
  /** Parses cells of lists and fields of forms, which alone pass `today`. */
  read?(cell: string, today?: string): Value
  /** Headings of lists that mean it, besides its name. Those of a column without a parser tell whether the plate is for sale. */
  headings?: string
  /** The field that the forms of the desk have for it. */
  form?: Partial<Omit<Field, 'name'>>
  /** The text may name a customer, so the audit trail omits it. */
  isConfidential?: true
}

/** The table `plates`, which the public key can read while the plate is for sale. */
const PUBLIC_COLUMNS = {
  id: { column: 'id', type: 'uuid' },
  registration: { column: 'plate_number', type: 'text', label: 'registration', form: {} },
  /** Null: no price yet, so the plate cannot be for sale. */
  priceGbp: {
    column: 'price',
    type: 'integer?',
    label: 'price',
    menuLabel: 'Asking price',
    read: readAskingPrice,
    headings: `
      price gbp, asking price, asking, retail, retail price, retail gbp, list price, selling price,
      our price, price inc fees, amount, rrp, web price, website price, advertised price,
      advertised, sell price, customer price, price inc vat, price inc, retail inc vat
    `,
    form: { help: 'Whole pounds', inputMode: 'numeric' },
  },
  category: {
    column: 'category',
    type: 'text?',
    label: 'category',
    read: readText(100),
    headings: '',
    form: {},
  },
  description: {
    column: 'description',
    type: 'text?',
    label: 'description',
    read: readText(500),
    headings: 'short description, teaser, summary',
    form: { help: 'On cards and in search results', rows: 4 },
  },
  detailedDescription: {
    column: 'detailed_description',
    type: 'text?',
    label: 'page text',
    listLabel: 'details',
    read: readText(20_000),
    headings: 'long description, details, about, text',
    form: { rows: 6 },
  },
  imageUrl: {
    column: 'image_url',
    type: 'text?',
    label: 'picture',
    menuLabel: 'Picture (address)',
    read: readImageAddress,
    headings: 'image, picture, photo, photo url',
    form: { help: 'Address of a picture. Without one, the plate is drawn' },
  },
  isAvailable: {
    column: 'is_available',
    type: 'boolean',
    label: 'for sale',
    title: 'On the site',
    headings: `
      available, availability, for sale, still for sale, on sale, in stock, still available, available y/n,
      available yes/no, for sale y/n
    `,
  },
  isFeature: {
    column: 'is_feature',
    type: 'boolean',
    label: 'featured',
    read: readYesNo,
    headings: 'feature, featured, is featured',
    form: { label: 'Featured: a border and a glow wherever the plate is listed', input: 'tick' },
  },
  isDemonstration: {
    column: 'is_demonstration',
    type: 'boolean',
    label: 'demonstration',
    read: readYesNo,
    headings: 'demonstration, demo, sample',
  },
  createdAt: { column: 'created_at', type: 'timestamptz' },
  /** The last change of either table; pass it as `seenAt` of the next change. */
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  /** Why our price differs from those of similar plates, in one sentence. */
  priceReason: {
    column: 'price_reason',
    type: 'text?',
    label: 'reason for the price',
    menuLabel: 'Why this price',
    read: readLine(300),
    headings: 'why this price, reason for price',
    form: {
      help: 'One line beside the price, such as “priced below its estimate”',
      maxLength: 300,
    },
  },
} as const satisfies Record<string, PlateColumn>

/** The table `plate_details`, which the public key can never read. */
const PRIVATE_COLUMNS = {
  /** The stored value; `statusOf` interprets it together with the availability. */
  status: {
    column: 'status',
    type: 'text',
    label: 'status',
    menuLabel: 'Status (sold, reserved, for sale)',
    headings: 'sale status, stock status, plate status, state, sold status',
  },
  reservedUntil: {
    column: 'reserved_until',
    type: 'text?',
    label: 'reserved until',
    read: readFutureDay,
    headings: 'held until, on hold until',
  },
  reservedFor: {
    column: 'reserved_for',
    type: 'text?',
    label: 'reserved for',
    read: readLine(200),
    headings: 'held for, on hold for, reserved by',
  },
  /** The deal that holds or has bought it; null if it was reserved or sold in the stock alone. */
  dealId: { column: 'deal_id', type: 'uuid?' },
  costGbp: {
    column: 'cost',
    type: 'integer?',
    label: 'cost',
    read: readCost,
    headings: `
      cost price, cost gbp, our cost, buy price, buying price, bought for, purchase price,
      price paid, paid, we paid
    `,
    form: { inputMode: 'numeric' },
  },
  boughtOn: {
    column: 'bought_on',
    type: 'text?',
    label: 'bought on',
    read: readPastDay,
    headings: `
      bought, bought on, date bought, bought date, purchased, purchase date, date of purchase,
      date purchased, acquired, date acquired, in stock since, stocked
    `,
    form: { input: 'date' },
  },
  document: {
    column: 'document',
    type: 'text?',
    label: 'document',
    menuLabel: 'Document: V750, V778, vehicle (private)',
    read: readDocument,
    headings: `
      doc, document type, doc type, paperwork, held on, cert type, certificate type, v750/v778,
      v778/v750
    `,
    form: {
      options: [
        ['', 'None recorded'],
        ['V750', 'V750, certificate of entitlement'],
        ['V778', 'V778, retention document'],
        ['vehicle', 'On a vehicle'],
      ],
    },
  },
  documentNumber: {
    column: 'document_number',
    type: 'text?',
    label: 'document number',
    read: readLine(100),
    headings: `
      document no, doc no, doc number, cert no, cert, cert number, certificate, certificate no,
      certificate number, retention no, retention number, reference, doc ref, v5c no, v750 no,
      v778 no
    `,
    form: { maxLength: 100 },
  },
  documentExpiresOn: {
    column: 'document_expires_on',
    type: 'text?',
    label: 'document expires on',
    title: 'Expires on',
    read: readFutureDay,
    headings: `
      expiry, expires, expires on, expiry date, cert expiry, cert expires, certificate expiry,
      certificate expires, document expiry, doc expiry, retention expiry, retention expires,
      valid until, valid to, v750 expiry, v778 expiry
    `,
    form: { input: 'date' },
  },
  notes: {
    column: 'notes',
    type: 'text?',
    label: 'notes',
    read: readText(5000),
    headings: 'note, private notes, remark, remarks, comment, comments, memo',
    form: { help: 'Only people at the desk can read them', rows: 4, maxLength: 5000 },
    isConfidential: true,
  },
  soldPriceGbp: {
    column: 'sold_price',
    type: 'integer?',
    label: 'sold for',
    read: readCost,
    headings: 'sold for, sold at price, sold gbp, achieved',
  },
  soldOn: {
    column: 'sold_on',
    type: 'text?',
    label: 'sold on',
    read: readPastDay,
    headings: 'date sold, sold date, date of sale, sale date',
  },
  /** `sales:<uuid>` or `jersey_sales:<uuid>`. */
  recordedSale: { column: 'recorded_sale', type: 'text?', label: 'in the sales explorer' },
  /** When somebody of the firm last saw the document. */
  documentCheckedOn: {
    column: 'document_checked_on',
    type: 'text?',
    label: 'document checked on',
    read: readPastDay,
    headings: `
      checked, checked on, date checked, last checked, document checked, doc checked, cert checked,
      certificate checked, certificate checked on
    `,
    form: { input: 'date' },
  },
  /** Who alone can name, renew or sell, the same for the life of the document: `US`, or a name. */
  holder: {
    column: 'holder',
    type: 'text?',
    label: 'holder',
    menuLabel: 'Holder: us, or the name on the document (private)',
    read: readHolder,
    headings: `
      grantee, document holder, doc holder, cert holder, certificate holder, right holder, registered holder,
      name on certificate, name on document, grantee/purchaser
    `,
    form: { help: '“us”, or the name on the document', maxLength: 200 },
    isConfidential: true,
  },
  /** Whose vehicle may carry it: a name, or `OPEN` if the holder has signed and the name is still to be written. */
  nominee: {
    column: 'nominee',
    type: 'text?',
    label: 'nominee',
    read: readNominee,
    headings: 'named nominee, nominee name, nominated, nominated person',
    form: { help: 'A name, or “signed and open”', maxLength: 200 },
    isConfidential: true,
  },
} as const satisfies Record<string, PlateColumn>

interface StoredValues {
  uuid: string
  text: string
  integer: number
  boolean: boolean
  timestamptz: string
}

/** What the parser returns, or the type of the column. */
type ValueOf<Column extends PlateColumn> = Column['type'] extends `${infer Type extends ColumnType}?`
  ? ReadOr<Column, StoredValues[Type]> | null
  : ReadOr<Column, StoredValues[Column['type'] & ColumnType]>

type ReadOr<Column, Stored> = Column extends { read(cell: string): infer Read } ? Read : Stored

type ValuesOf<Columns extends Record<string, PlateColumn>> = {
  -readonly [Property in keyof Columns]: ValueOf<Columns[Property]>
}

export type PublicColumns = ValuesOf<typeof PUBLIC_COLUMNS>
export type PrivateColumns = ValuesOf<typeof PRIVATE_COLUMNS>
export type PlateProperty = keyof PublicColumns | keyof PrivateColumns

type FormOf<Columns> = {
  [Property in keyof Columns as Columns[Property] extends { form: object } ? Property : never]?: string
}

/** The texts that a person enters. */
export type PlateForm = FormOf<typeof PUBLIC_COLUMNS> & FormOf<typeof PRIVATE_COLUMNS>

export interface StockColumn extends PlateColumn {
  property: PlateProperty
  /** The table: `plates`, which is public, or `plate_details`, which is private. */
  part: 'plate' | 'details'
  label: string
}

const inPart = (part: StockColumn['part'], columns: Record<string, PlateColumn>) =>
  Object.entries(columns).map(
    ([property, column]) => ({ label: '', ...column, property, part }) as StockColumn,
  )

/** In the order of the tables, with those that the database sets. */
export const STORED_COLUMNS: readonly StockColumn[] = [
  ...inPart('plate', PUBLIC_COLUMNS),
  ...inPart('details', PRIVATE_COLUMNS),
]

export const stockColumn = (property: PlateProperty) =>
  STORED_COLUMNS.find((column) => column.property === property) as StockColumn

const inOrderOf = (rank: (column: StockColumn) => number) => (one: StockColumn, other: StockColumn) =>
  rank(one) - rank(other)

/** In the order of exported files and of what an import changes: yes and no come after the other public ones. */
export const STOCK_COLUMNS: readonly StockColumn[] = STORED_COLUMNS.filter(({ label }) => label).sort(
  inOrderOf(({ part, type }) => (part === 'details' ? 2 : Number(type === 'boolean'))),
)

/** The columns that a list may have, besides the registration and the availability: those that forms have first. */
export const LIST_COLUMNS = STOCK_COLUMNS.filter(
  (column): column is StockColumn & ListField => column.read !== undefined && column.headings !== undefined,
).sort(inOrderOf(({ part, form }) => Number(part === 'details' && !form)))

export const STOCK_LIST: HeadingSpec = {
  fields: LIST_COLUMNS,
  availability: [
    { column: 'is_available', headings: PUBLIC_COLUMNS.isAvailable.headings },
    { column: 'sold', headings: 'is sold, sold y/n, sold yes/no' },
    PRIVATE_COLUMNS.status,
  ],
  dates: LIST_COLUMNS.filter(({ read }) => read === readPastDay || read === readFutureDay).map(
    ({ column }) => column,
  ),
  needed: [],
}

/** 'Page text' */
export const titleOf = ({ title, label }: StockColumn) => title ?? capitalised(label)

/** The entry in the menu of what a heading means: 'Cost (private)', 'Featured? (yes or no)' */
export function menuLabelOf({ menuLabel, label, type, part }: StockColumn): string {
  if (menuLabel) return menuLabel
  return `${capitalised(label)}${type === 'boolean' ? '? (yes or no)' : part === 'details' ? ' (private)' : ''}`
}
