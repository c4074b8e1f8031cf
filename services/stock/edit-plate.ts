import type { Database } from '#data/tables.ts'
import { classify } from '#shared/registration/registration.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { ChangeRefusal, refuseField, refuseFields } from '../changes/refusal.ts'
import {
  type ChangeResult,
  NOTHING_CHANGED,
  type PlateRef,
  readPlates,
  writeChange,
} from './change-plates.ts'
import {
  changedValues,
  describeChanges,
  isEmptyChange,
  readPlateForm,
  type TypedPlate,
} from './plate-form.ts'
import { changeStatusOf, hasPrice, type SimpleStatus, STATUS_SENTENCES } from './status-change.ts'
import type { KeepDeals, PlateValues, StockPlate } from './stock-types.ts'
import { findStockPlate } from './stored-plates.ts'

interface EditResult extends ChangeResult {
  /** 'price £950 → £900; description none → Cheap'; empty if nothing has changed. */
  changes: string
}

interface EditOptions {
  status?: SimpleStatus | undefined
  /** The question about a price that falls much, as the person has answered it. Without it nothing is asked. */
  priceFall?: string
}

/**
 * Changes fields of one plate; an empty text removes a value.
 * @throws InvalidInput with a sentence for each invalid field; ChangeRefusal, with the field `priceFall` for what is asked;
 * ChangeConflict
 */
export async function editPlate(
  database: Database,
  ref: PlateRef,
  form: TypedPlate,
  actor: Actor,
  keepDeals: KeepDeals,
  { status, priceFall }: EditOptions = {},
): Promise<EditResult> {
  const [plate] = (await readPlates(database, [ref])) as [StockPlate]
  const values = withCategory(plate, readPlateForm(form))
  const target = status && changeStatusOf(plate, { status })
  const wanted = {
    plate: { ...values.plate, ...target?.plate },
    details: { ...values.details, ...target?.details },
  }
  const after = { ...plate, ...wanted.plate, ...wanted.details }
  checkPrice(after)
  if (priceFall !== undefined) askAboutPrice(plate, after, priceFall)
  const change = changedValues(plate, wanted)
  if (isEmptyChange(change)) return { ...NOTHING_CHANGED, changes: '' }
  const changes = [
    describeChanges(plate, change),
    change.details.status && STATUS_SENTENCES[change.details.status],
  ]
    .filter(Boolean)
    .join('; ')
  const call = {
    actor,
    action: 'edit',
    change: `${plate.registration}: ${changes}`,
    changes: [{ id: plate.id, seenAt: plate.updatedAt, ...change }],
  }
  const result = await writeChange(database, call, async (transaction) => {
    if (change.plate.registration) await keepDeals(transaction, [{ before: plate, after }])
  })
  return { ...result, changes }
}

/** Derives the category again if it was derived from the former registration. */
function withCategory(existing: StockPlate, values: PlateValues): PlateValues {
  const { registration, category } = values.plate
  const isOwn = existing.category !== classify(existing.registration).category
  if (registration === undefined || category !== undefined || isOwn) return values
  return { ...values, plate: { ...values.plate, category: classify(registration).category } }
}

function checkPrice(plate: Pick<StockPlate, 'priceGbp' | 'status'>): void {
  const { status } = plate
  if (hasPrice(plate) || (status !== 'for_sale' && status !== 'reserved')) return
  refuseFields({
    priceGbp:
      status === 'for_sale'
        ? 'The price cannot be empty while the plate is for sale.'
        : 'The price cannot be empty while the plate is reserved, because it goes back on sale automatically.',
  })
}

/** A price that falls by half or more may lack a digit. @throws ChangeRefusal */
function askAboutPrice(before: StockPlate, after: StockPlate, answered: string): void {
  const [from, to] = [before.priceGbp, after.priceGbp]
  if (from === null || to === null || to > from / 2) return
  const question = `The price falls from ${formatGbp(from)} to ${formatGbp(to)}. Save it anyway?`
  if (answered !== question) throw new ChangeRefusal(question, { priceFall: question })
}

interface AddResult extends ChangeResult {
  registration: string
  priceGbp: number | null
  status: SimpleStatus
}

/** @throws InvalidInput with a sentence for each invalid field; ChangeRefusal if it is in stock already */
export async function addPlate(
  database: Database,
  form: TypedPlate,
  actor: Actor,
  { status = 'for_sale' }: Pick<EditOptions, 'status'> = {},
): Promise<AddResult> {
  const { plate, details } = readPlateForm({ registration: '', ...form })
  const registration = plate.registration as string
  const priceGbp = plate.priceGbp ?? null
  if (priceGbp === null && status === 'for_sale')
    refuseField('priceGbp', 'A plate for sale needs a price. Without one it can be a draft.')
  if (await findStockPlate(database, { registration })) refuseKnown(registration)
  const category = plate.category ?? classify(registration).category
  const isAvailable = status === 'for_sale'
  const price = priceGbp === null ? 'without a price' : `at ${formatGbp(priceGbp)}`
  const result = await writeChange(database, {
    actor,
    action: 'add',
    change: `${registration} added ${price}${isAvailable ? '' : `, ${STATUS_SENTENCES[status]}`}`,
    changes: [
      {
        id: null,
        plate: { ...plate, registration, category, isAvailable },
        details: { ...details, status },
      },
    ],
  })
  return { ...result, registration, priceGbp, status }
}

function refuseKnown(registration: string): never {
  const message = `${registration} is already in the stock.`
  throw new ChangeRefusal(message, { registration: message })
}
