/** The actions of the stock, of recorded sales, and of their imports. */
import type { Database } from '#data/tables.ts'
import { action } from '#services/action.ts'
import { UNDO_DAYS } from '#services/changes/undoable-batches.ts'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { createImport, markWritten } from '#services/import/import-store.ts'
import { removeKeptChanges } from '#services/retention/retention.ts'
import { addSale, editSale, removeSale } from '#services/sales/change-sale.ts'
import { findSaleById } from '#services/sales/stored-sales.ts'
import { undoSalesChange } from '#services/sales/undo-sales.ts'
import { changeSales } from '#services/sales/write-sales.ts'
import { removeDemonstration } from '#services/stock/demonstration.ts'
import { addPlate, editPlate } from '#services/stock/edit-plate.ts'
import { releaseReservations } from '#services/stock/reservations.ts'
import { sellPlate } from '#services/stock/sell-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { changeStock } from '#services/stock/write-stock.ts'
import { changePlates } from '../../change-rows.ts'
import type { Scenes } from './scene.ts'

const ANN = { person: 'Ann', via: 'desk' } as const
const now = () => new Date()
const DAY_MS = 86_400_000

async function addedPlate(quiet: Database, registration = 'AB 12') {
  await addPlate(quiet, { registration, priceGbp: '900', notes: 'x' }, ANN)
  const plate = await findStockPlate(quiet, { registration })
  if (!plate) throw new Error('There is no such plate')
  return plate
}

const SALE = {
  plate_number: 'AB 12',
  where_sold: 'DVLA Auction',
  sale_year: 2025,
  sale_month: 3,
  hammer_price: 500,
  total_price: null,
  price_basis: 'hammer',
  selection: 'reported',
}

const JERSEY_SALE = {
  plate_number: 'J 12',
  where_sold: 'Simon Drieu',
  sale_year: 2025,
  sale_month: 3,
  total_price: 500,
  price_basis: 'total',
  selection: 'reported',
}

async function addedSale(quiet: Database) {
  const added = await addSale(quiet, {
    explorer: 'uk',
    row: { ...SALE, id: crypto.randomUUID() },
    actor: ANN,
  })
  const [change] = await quiet.selectFrom('saleChanges').select('saleId').execute()
  const sale = await findSaleById(quiet, 'uk', change?.saleId ?? '')
  if (!sale) throw new Error('There is no such sale')
  return { sale, batch: added.batch }
}

const OWN_SALE = { priceGbp: 900, soldOn: '2026-11-20', saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
const sell = async (database: Database, id: string) =>
  sellPlate(database, { id }, OWN_SALE, ANN, { isRecorded: true })

const upload = (quiet: Database) =>
  createImport(quiet, ANN, { name: 'list.csv', content: Buffer.from('Registration\nAB 12\n') }, now())
const RESULT = { added: 1, changed: 0, unchanged: 0, refused: 0, leftOut: 0 }
const IMPORT = { actor: ANN, action: 'import', change: '1 added, from list.csv' } as const

export const STOCK_SCENES = {
  'change a recorded sale': [
    async () => (database) => addSale(database, { explorer: 'jersey', row: JERSEY_SALE, actor: ANN }),
    async (quiet) => {
      const { sale } = await addedSale(quiet)
      const change = {
        explorer: 'uk',
        sale,
        changes: { note: 'y' },
        reason: 'A misprint',
        actor: ANN,
      } as const
      return (database) => editSale(database, change)
    },
    async (quiet) => {
      const { sale } = await addedSale(quiet)
      return (database) => removeSale(database, { explorer: 'uk', sale, reason: 'A misprint', actor: ANN })
    },
  ],
  'change plates': [
    async () => (database) => addPlate(database, { registration: 'AB 12', priceGbp: '900' }, ANN),
    async (quiet) => {
      const plate = await addedPlate(quiet)
      return (database) => editPlate(database, plate, { priceGbp: '1000', notes: 'y' }, ANN, keepDeals)
    },
    async (quiet) => {
      const plate = await addedPlate(quiet)
      await setStatus(quiet, [plate], { status: 'reserved', until: '2026-11-30', for: 'Mrs Ash' }, ANN)
      return (database) => releaseReservations(database, new Date('2026-12-03'), new Map())
    },
    async (quiet) => {
      const plate = { registration: 'AB 12', priceGbp: 900, isDemonstration: true }
      await changePlates(quiet, { ...IMPORT, changes: [{ id: null, plate, details: { notes: 'x' } }] })
      return (database) => removeDemonstration(database, ANN)
    },
  ],
  'import a list': [
    async (quiet) => {
      const { id: plateId } = await addedPlate(quiet, 'AB 13')
      const batch = await upload(quiet)
      const changes = [
        { id: null, plate: { registration: 'AB 12', priceGbp: 900 }, details: { costGbp: 500 } },
        { id: plateId, plate: { priceGbp: 800 }, details: { costGbp: 400 } },
      ]
      return (database) =>
        action(database, 'import a list', async (transaction) => {
          await changeStock(transaction, { ...IMPORT, batch, changes })
          await markWritten(transaction, batch, RESULT)
        })
    },
    async (quiet) => {
      const { sale } = await addedSale(quiet)
      const batch = await upload(quiet)
      const changes = [
        { id: null, sale: { ...SALE, plate_number: 'AB 13' } },
        { id: sale.id, sale: { total_price: 700 }, correction: 'Total price none → £700' },
      ]
      return (database) =>
        action(database, 'import a list', async (transaction) => {
          await changeSales(transaction, { ...IMPORT, explorer: 'uk', reason: 'A misprint', batch, changes })
          await markWritten(transaction, batch, RESULT)
        })
    },
  ],
  'remove kept changes': [
    async (quiet) => {
      await addedSale(quiet)
      const { id } = await addedPlate(quiet)
      const { batch } = await sell(quiet, id)
      await undoChange(quiet, batch ?? '', ANN, now(), keepDeals)
      return (database) => removeKeptChanges(database, new Date(Date.now() + (UNDO_DAYS + 1) * DAY_MS))
    },
  ],
  'sell a plate': [
    async (quiet) => {
      const { id } = await addedPlate(quiet)
      return (database) => sell(database, id)
    },
  ],
  'undo a change of sales': [
    async (quiet) => {
      const { batch } = await addedSale(quiet)
      return (database) => undoSalesChange(database, batch, ANN, now())
    },
  ],
  'undo a change of stock': [
    async (quiet) => {
      const { id } = await addedPlate(quiet)
      const { batch } = await sell(quiet, id)
      return (database) => undoChange(database, batch ?? '', ANN, now(), keepDeals)
    },
    async (quiet) => {
      const { id } = await addedPlate(quiet)
      const { batch } = await sell(quiet, id)
      const undone = await undoChange(quiet, batch ?? '', ANN, now(), keepDeals)
      return (database) => undoChange(database, undone.batch ?? '', ANN, now(), keepDeals)
    },
  ],
} satisfies Scenes
