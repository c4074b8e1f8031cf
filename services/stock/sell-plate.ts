import { randomUUID } from 'node:crypto'
import { readDate } from '#shared/cells/dates.ts'
import { CellError, readPrice, readText } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { isoMonth, longDay } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { applyWrites, type Write } from '../changes/call-change.ts'
import { ChangeRefusal, readFields } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import { prepareOwnSale } from '../sales/own-sales.ts'
import { type ChangeResult, NOTHING_CHANGED, type PlateRef, readPlates } from './change-plates.ts'
import { changedValues, isEmptyChange } from './plate-form.ts'
import { clearedBy } from './status-change.ts'
import { type StockCall, type StockPlate, stockWrite } from './stock-store.ts'

/** As entered: price '£12,500', date '20/11/2026' or '11/2026'. */
export interface SaleForm {
  price: string
  date: string
  /** The seller; the firm by default. */
  seller?: string | undefined
}

export interface Sale {
  priceGbp: number
  /** Null if only the month or the year is known. */
  soldOn: string | null
  saleYear: number
  saleMonth: number | null
  seller: string
}

/**
 * @param firm the firm's name: the seller, unless the form names another
 * @throws InvalidInput with a sentence for each invalid field
 */
export function readSale(form: SaleForm, firm: string, now: Date): Sale {
  const { price, date, seller } = readFields({
    price: () => readPaidPrice(form.price),
    date: () => readSaleDate(form.date, now),
    seller: () => readText(200)(form.seller ?? '') || firm,
  })
  return { priceGbp: price, ...date, seller }
}

function readPaidPrice(text: string): number {
  if (text.trim() === '') throw new CellError('enter the price paid, in pounds')
  const price = readPrice(text)
  if (price === 0) throw new CellError('a sale has a price of at least £1')
  return price
}

type SaleDate = Pick<Sale, 'soldOn' | 'saleYear' | 'saleMonth'>

function readSaleDate(text: string, now: Date): SaleDate {
  if (text.trim() === '') throw new CellError('enter the day of the sale')
  const today = londonDay(now)
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
  client: BackendClient,
  ref: PlateRef,
  sale: Sale,
  actor: Actor,
  options: SellOptions,
): Promise<SellResult> {
  const prepare = () => prepareSale(client, ref, sale, actor, options)
  let { writes, ...result } = await prepare()
  try {
    await applyWrites(client, writes)
  } catch (error) {
    if (!isUniqueViolation(error))
      throw error
      // Someone has just recorded the same sale: now it is found.
    ;({ writes, ...result } = await prepare())
    await applyWrites(client, writes)
  }
  return result
}

/** The writes of `sellPlate`; none if nothing has to change. @throws ChangeRefusal, ChangeConflict */
export async function prepareSale(
  client: BackendClient,
  ref: PlateRef,
  sale: Sale,
  actor: Actor,
  { isRecorded, explorer = 'uk', deal }: SellOptions,
): Promise<SellResult & { writes: Write[] }> {
  const [plate] = (await readPlates(client, [ref])) as [StockPlate]
  const { priceGbp, soldOn } = sale
  if (plate.status === 'sold') refuseOtherSale(plate, sale)
  const { recordedSale, writes } = isRecorded
    ? await prepareOwnSale(client, { explorer, registration: plate.registration, ...sale }, actor)
    : { recordedSale: plate.status === 'sold' ? plate.recordedSale : null, writes: [] }
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
  const wasForSale = plate.status === 'for_sale'
  if (isEmptyChange(change)) return { ...NOTHING_CHANGED, wasForSale, writes: [] }
  const batch = randomUUID()
  const call: StockCall = {
    actor,
    action: 'sold',
    change: `${plate.registration} sold for ${formatGbp(priceGbp)}, its sale ${isRecorded ? 'recorded' : 'not recorded'}`,
    batch,
    changes: [{ id: plate.id, seenAt: plate.updatedAt, ...change }],
  }
  return { batch, changed: 1, wasForSale, writes: [...writes, stockWrite(call)] }
}

function refuseOtherSale(plate: StockPlate, sale: Sale): void {
  const { registration, soldPriceGbp, soldOn } = plate
  if (soldPriceGbp === null) return
  if (soldPriceGbp === sale.priceGbp && soldOn === sale.soldOn) return
  const when = soldOn === null ? '' : ` on ${longDay(soldOn)}`
  throw new ChangeRefusal(
    `${registration} is already sold, for ${formatGbp(soldPriceGbp)}${when}. Undo that sale first, or put the plate on sale again.`,
  )
}
