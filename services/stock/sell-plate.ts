import { randomUUID } from 'node:crypto'
import type { Database, Reader, Transaction } from '#data/tables.ts'
import { readDate } from '#shared/cells/dates.ts'
import { CellError, readPrice } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import type { FormField } from '#shared/form/form-field.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { isoMonth, longDay } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { ChangeRefusal, readForm } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import { prepareOwnSale } from '../sales/own-sales.ts'
import type { SalesCall } from '../sales/sale-types.ts'
import { changeSales } from '../sales/write-sales.ts'
import { type ChangeResult, NOTHING_CHANGED, type PlateRef, readPlates } from './change-plates.ts'
import { changedValues, isEmptyChange } from './plate-form.ts'
import { clearedBy } from './status-change.ts'
import type { StockCall, StockPlate } from './stock-types.ts'
import { changeStock } from './write-stock.ts'

export interface Sale {
  priceGbp: number
  /** Null if only the month or the year is known. */
  soldOn: string | null
  saleYear: number
  saleMonth: number | null
  seller: string
}

/** As entered: price '£12,500', date '20/11/2026' or '11/2026'. */
export const SALE_FIELDS = {
  price: { label: 'Price paid', inputMode: 'numeric', required: true, parse: readPaidPrice },
  date: { label: 'Date', input: 'date', required: true, parse: readSaleDate },
} as const satisfies Record<string, FormField>

export type SaleForm = Record<keyof typeof SALE_FIELDS, string>

/** @param seller the firm's name. @throws InvalidInput with a sentence for each invalid field */
export function readSale(form: SaleForm, seller: string, now: Date): Sale {
  const { price, date } = readForm(SALE_FIELDS, form, londonDay(now))
  return { priceGbp: price, ...date, seller }
}

function readPaidPrice(text: string): number {
  if (text.trim() === '') throw new CellError('enter the price paid, in pounds')
  const price = readPrice(text)
  if (price === 0) throw new CellError('a sale has a price of at least £1')
  return price
}

type SaleDate = Pick<Sale, 'soldOn' | 'saleYear' | 'saleMonth'>

function readSaleDate(text: string, today: string): SaleDate {
  if (text.trim() === '') throw new CellError('enter the day of the sale')
  const { year, month } = readDate(text)
  if (isoMonth(year, month ?? 1) > today.slice(0, 7)) throw new CellError('it is in the future')
  if (/^(\d{4}|\d{4}-\d{1,2}|\d{1,2}[/.-]\d{4}|[A-Za-z]+\.?[ -]\d{4})$/.test(text.trim()))
    return { soldOn: null, saleYear: year, saleMonth: month }
  const soldOn = readDay(text, 'past')
  if (soldOn > today) throw new CellError('it is in the future')
  return { soldOn, saleYear: year, saleMonth: month }
}

interface SellOptions {
  /** Whether the sale is published in the explorer, with its price. */
  isRecorded: boolean
  explorer?: ExplorerName | undefined
  /** The deal that sells it. */
  deal?: string
}

interface SellResult extends ChangeResult {
  wasForSale: boolean
}

/**
 * Takes a plate off the site as sold and optionally records the sale publicly as our own, in one transaction. It can be
 * repeated: a second run finds the record and changes nothing.
 * @throws ChangeRefusal if the plate is sold already, at another price or on another day; ChangeConflict
 */
export async function sellPlate(
  database: Database,
  ref: PlateRef,
  sale: Sale,
  actor: Actor,
  options: SellOptions,
): Promise<SellResult> {
  const sell = async () => {
    const prepared = await prepareSale(database, ref, sale, actor, options)
    if (prepared.stock === null) return prepared
    return action(database, 'sell a plate', async (transaction) => {
      await writeSale(transaction, prepared)
      return prepared
    })
  }
  const { batch, changed, wasForSale } = await sell().catch((error) => {
    // Someone has just recorded the same sale: now it is found.
    if (isUniqueViolation(error)) return sell()
    throw error
  })
  return { batch, changed, wasForSale }
}

interface PreparedSale extends SellResult {
  /** Null if nothing has to change. */
  stock: StockCall | null
  /** The record of the sale, if it is not on record yet. */
  record: SalesCall | null
}

/** What `writeSale` writes. @throws ChangeRefusal, ChangeConflict */
export async function prepareSale(
  reader: Reader,
  ref: PlateRef,
  sale: Sale,
  actor: Actor,
  options: SellOptions,
): Promise<PreparedSale> {
  const [plate] = (await readPlates(reader, [ref])) as [StockPlate]
  refuseOtherSale(plate, sale)
  const { explorer = 'uk', isRecorded } = options
  const { recordedSale, call: record } = isRecorded
    ? await prepareOwnSale(reader, { explorer, registration: plate.registration, ...sale }, actor)
    : { recordedSale: plate.status === 'sold' ? plate.recordedSale : null, call: null }
  const stock = stockCallOf(plate, sale, recordedSale, actor, options)
  const wasForSale = plate.status === 'for_sale'
  if (stock === null) return { ...NOTHING_CHANGED, wasForSale, stock, record: null }
  return { batch: stock.batch, changed: 1, wasForSale, stock, record }
}

/** @throws ChangeRefusal, ChangeConflict; DataFault with code 23505 if the sale has been recorded since */
export async function writeSale(
  transaction: Transaction,
  { stock, record }: Pick<PreparedSale, 'stock' | 'record'>,
): Promise<void> {
  if (record) await changeSales(transaction, record)
  if (stock) await changeStock(transaction, stock)
}

/** Null if the plate is sold like this already. */
function stockCallOf(
  plate: StockPlate,
  { priceGbp, soldOn }: Sale,
  recordedSale: string | null,
  actor: Actor,
  { isRecorded, deal }: SellOptions,
): (StockCall & { batch: string }) | null {
  const change = changedValues(plate, {
    plate: { isAvailable: false },
    details: {
      status: 'sold',
      soldPriceGbp: priceGbp,
      soldOn,
      recordedSale,
      ...clearedBy(plate, 'sold'),
      dealId: deal ?? (plate.status === 'sold' ? plate.dealId : null),
    },
  })
  if (isEmptyChange(change)) return null
  return {
    actor,
    action: 'sold',
    change: `${plate.registration} sold for ${formatGbp(priceGbp)}, its sale ${isRecorded ? 'recorded' : 'not recorded'}`,
    batch: randomUUID(),
    changes: [{ id: plate.id, seenAt: plate.updatedAt, ...change }],
  }
}

function refuseOtherSale(plate: StockPlate, sale: Sale): void {
  const { registration, status, soldPriceGbp, soldOn } = plate
  if (status !== 'sold' || soldPriceGbp === null) return
  if (soldPriceGbp === sale.priceGbp && soldOn === sale.soldOn) return
  const when = soldOn === null ? '' : ` on ${longDay(soldOn)}`
  throw new ChangeRefusal(
    `${registration} is already sold, for ${formatGbp(soldPriceGbp)}${when}. Undo that sale first, or put the plate on sale again.`,
  )
}
