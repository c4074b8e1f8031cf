/** The table `alerts`: visitors who asked for an email about a registration or a search. */
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '../action.ts'
import {
  normalizeAddress,
  removeConfirmationsBefore,
  removeConfirmationsWith,
  removeMailsOfAlert,
} from '../mail/mail-store.ts'
import { isToken, newToken } from '../tokens.ts'
import { removeChangesBefore } from './stock-changes.ts'

/**
 * Its token is a secret, which authorises changing and stopping it. The criteria are a query in the form that `parseCriteria` reads.
 * `confirmedAt` is null until the address is confirmed.
 */
export type Alert = Row<'alerts'>
export type Frequency = Alert['frequency']

interface AlertRequest {
  email: string
  criteria: string
  frequency: Frequency
}

export const PENDING_HOURS = 48
const CHANGES_RETENTION_DAYS = 35
const DAY_MS = 86_400_000
const UNSEEN_MONTHS = 24
/** The limit of confirmed alerts for one address; no real visitor needs more. */
export const MAX_PER_ADDRESS = 50

const alerts = (reader: Reader) => reader.selectFrom('alerts').selectAll()

/**
 * Stores an alert that is not confirmed yet, or finds the existing one with the same address and criteria. If that one
 * is not confirmed either, it gets another 48 hours and the frequency of this request.
 */
export async function createAlert(transaction: Transaction, request: AlertRequest, at: Date): Promise<Alert> {
  const email = normalizeAddress(request.email)
  const { criteria, frequency } = request
  const createdAt = toTime(at)
  const token = newToken()
  await transaction
    .insertInto('alerts')
    .values({ token, email, criteria, frequency, createdAt })
    .onConflict((same) =>
      same
        .columns(['email', 'criteria'])
        .doUpdateSet({ frequency, createdAt })
        .where('alerts.confirmedAt', 'is', null),
    )
    .execute()
  const stored = alerts(transaction).where('email', '=', email).where('criteria', '=', criteria)
  return stored.executeTakeFirstOrThrow()
}

/** Null also for one that was not confirmed in time, and is yet to be removed. */
export async function findAlert(reader: Reader, token: string, now: Date): Promise<Alert | null> {
  if (!isToken(token)) return null
  const alert = await alerts(reader).where('token', '=', token).executeTakeFirst()
  if (!alert) return null
  const isExpired = alert.confirmedAt === null && Date.parse(alert.createdAt) < pendingSince(now).getTime()
  return isExpired ? null : alert
}

const pendingSince = (now: Date) => new Date(now.getTime() - PENDING_HOURS * 3_600_000)

/** Opening the page of one alert, which names the others, is a sign that the visitor still reads our emails. */
export const touchAlertsOf = (database: Database, address: string, at: Date): Promise<void> =>
  action(database, 'note that alerts are read', async (transaction) => {
    await transaction
      .updateTable('alerts')
      .set({ seenAt: toTime(at) })
      .where('confirmedAt', 'is not', null)
      .where('email', '=', normalizeAddress(address))
      .execute()
  })

export async function confirmAlert(transaction: Transaction, { id }: Alert, at: Date): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ confirmedAt: toTime(at), seenAt: toTime(at) })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .execute()
}

export async function changeFrequency(
  transaction: Transaction,
  { id }: Alert,
  frequency: Frequency,
): Promise<void> {
  await transaction.updateTable('alerts').set({ frequency }).where('id', '=', id).execute()
}

export async function removeAlert(transaction: Transaction, { id, email, token }: Alert): Promise<void> {
  await transaction.deleteFrom('alerts').where('id', '=', id).execute()
  await removeMailsOfAlert(transaction, id)
  await removeConfirmationsWith(transaction, email, token)
}

/** Ends every alert of an address. @returns the number of them */
export const stopAlertsOf = (database: Database, address: string): Promise<number> =>
  action(database, 'stop the alerts of an address', async (transaction) => {
    const removal = transaction.deleteFrom('alerts').where('email', '=', normalizeAddress(address))
    const removed = await removal.returning('id').execute()
    await removeConfirmationsWith(transaction, address, '')
    for (const { id } of removed) await removeMailsOfAlert(transaction, id)
    return removed.length
  })

/** The confirmed ones, oldest first: anyone can ask for others, which must not take the places of these. */
export const confirmedAlertsOf = (reader: Reader, address: string): Promise<Alert[]> =>
  alerts(reader)
    .where('email', '=', normalizeAddress(address))
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(MAX_PER_ADDRESS + 1)
    .execute()

export const listAlerts = (reader: Reader): Promise<Alert[]> => alerts(reader).orderBy('id').execute()

/** The confirmed ones that get their emails so often. */
export const alertsToTell = (reader: Reader, frequency: Frequency) =>
  alerts(reader).where('confirmedAt', 'is not', null).where('frequency', '=', frequency)

/** Removes alerts that were never confirmed, those whose page nobody has opened for two years, and what was told long ago. */
export const removeExpiredAlerts = (database: Database, now: Date): Promise<void> =>
  action(database, 'remove expired alerts', async (transaction) => {
    await transaction
      .deleteFrom('alerts')
      .where('confirmedAt', 'is', null)
      .where('createdAt', '<', toTime(pendingSince(now)))
      .execute()
    await removeConfirmationsBefore(transaction, pendingSince(now))
    const unseenSince = new Date(now)
    unseenSince.setUTCMonth(unseenSince.getUTCMonth() - UNSEEN_MONTHS)
    const unseen = transaction.deleteFrom('alerts').where('seenAt', '<', toTime(unseenSince))
    const removed = await unseen.returning('id').execute()
    for (const { id } of removed) await removeMailsOfAlert(transaction, id)
    await removeChangesBefore(transaction, new Date(now.getTime() - CHANGES_RETENTION_DAYS * DAY_MS))
  })
