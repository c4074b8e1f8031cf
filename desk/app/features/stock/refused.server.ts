/** Formats refusals of the services for the page. */

import type { Database } from '#data/tables.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import type { PlateRef } from '#services/stock/change-plates.ts'
import { STATUS_SENTENCES } from '#services/stock/status-change.ts'
import type { PlateChange } from '#services/stock/stock-types.ts'
import { findStockPlate, plateHistory } from '#services/stock/stored-plates.ts'
import { formatGbp } from '#shared/text/money.ts'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'

interface Conflict {
  /** 'Ann changed this to £4,500 meanwhile.' */
  text: string
  /** The current timestamp of the plate; a change with it is accepted. */
  seenAt: string
}

/**
 * Describes who changed the plate in the meantime, and how. A quote for it changes nothing that its history has.
 * @throws the error, unless it is a conflict about this plate
 */
export async function conflictOf(
  database: Database,
  { id, seenAt = '' }: PlateRef,
  error: unknown,
): Promise<Conflict> {
  if (!(error instanceof ChangeConflict)) throw error
  const plate = await findStockPlate(database, { id })
  if (!plate) throw error
  const [change] = await plateHistory.latest(database, { of: id, limit: 1 })
  const isKnown = change !== undefined && Date.parse(change.at) <= Date.parse(seenAt)
  return { text: describeMeanwhile(isKnown ? undefined : change), seenAt: plate.updatedAt }
}

/**
 * The page of a plate again, for a form that was refused. Sent with the timestamp of a conflict, it is carried out.
 * @param advice after a conflict
 * @throws the error, unless it is a refusal, or a conflict about this plate
 */
export async function answerRefused(
  database: Database,
  ref: PlateRef,
  form: FormData,
  error: unknown,
  advice: string,
) {
  const more: { seenAt?: string } = {}
  if (!(error instanceof ChangeConflict)) return answerForm(form, refusedOf(error), 400, more)
  const { text, seenAt } = await conflictOf(database, ref, error)
  return answerForm(form, { message: `${text} ${advice}` }, 409, { ...more, seenAt })
}

function describeMeanwhile(change: PlateChange | undefined): string {
  if (!change) return 'Someone has changed this since you opened it.'
  const { priceGbp } = change.after?.plate ?? {}
  const { status } = change.after?.details ?? {}
  const becomes = [
    priceGbp === undefined ? [] : priceGbp === null ? 'no price' : formatGbp(priceGbp),
    status === undefined ? [] : STATUS_SENTENCES[status],
  ].flat()
  return `${change.person} has changed this${becomes.length > 0 ? ` to ${becomes.join(', ')}` : ''} since you opened it.`
}
