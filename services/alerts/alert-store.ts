/** The table `alerts`: visitors who asked for an email about a registration or a search. */
import { randomBytes } from 'node:crypto'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { normalizeAddress } from '../mail/mail-store.ts'
import {
  removeConfirmationsBefore,
  removeConfirmationsWith,
  removeMailsOfAlert,
} from '../mail/rest-mail-store.ts'

export type Frequency = 'at-once' | 'weekly'

export interface Alert {
  id: string
  /** A secret: it authorises changing and stopping the alert. */
  token: string
  email: string
  /** A query in the form that `parseCriteria` reads. */
  criteria: string
  frequency: Frequency
  /** ISO time; null until the address is confirmed. */
  confirmedAt: string | null
  createdAt: string
}

interface AlertRequest {
  email: string
  criteria: string
  frequency: Frequency
}

export const PENDING_HOURS = 48
const UNSEEN_MONTHS = 24
/** The limit of confirmed alerts for one address; no real visitor needs more. */
export const MAX_PER_ADDRESS = 50

const TOKEN = /^[\w-]{43}$/

/**
 * Stores an alert that is not confirmed yet, or finds the existing one with the same address and criteria. If that one
 * is not confirmed either, it gets another 48 hours and the frequency of this request.
 */
export async function createAlert(client: BackendClient, request: AlertRequest, at: Date): Promise<Alert> {
  const email = normalizeAddress(request.email)
  const { criteria, frequency } = request
  const row = { token: randomBytes(32).toString('base64url'), email, criteria, frequency }
  const insertion = client
    .from('alerts')
    .upsert(row, { onConflict: 'email,criteria', ignoreDuplicates: true })
  const [stored] = requireRows(await insertion.select('*'))
  if (stored) return toAlert(stored)
  const known = client.from('alerts').select('*').eq('email', email).eq('criteria', criteria)
  const response = await known
  const [found] = requireRows(response)
  if (!found)
    throw new DataError({ message: 'The backend neither stored nor found the alert' }, response.status)
  const renewed = { frequency, created_at: at.toISOString() }
  const renewal = client.from('alerts').update(renewed).eq('id', found.id).is('confirmed_at', null)
  const [pending] = requireRows(await renewal.select('*'))
  return toAlert(pending ?? found)
}

/** Null also for one that was not confirmed in time, and is yet to be removed. */
export async function findAlert(client: BackendClient, token: string, now: Date): Promise<Alert | null> {
  if (!TOKEN.test(token)) return null
  const [row] = requireRows(await client.from('alerts').select('*').eq('token', token))
  if (!row) return null
  const alert = toAlert(row)
  const isExpired = alert.confirmedAt === null && Date.parse(alert.createdAt) < pendingSince(now).getTime()
  return isExpired ? null : alert
}

const pendingSince = (now: Date) => new Date(now.getTime() - PENDING_HOURS * 3_600_000)

/** Opening the page of one alert, which names the others, is a sign that the visitor still reads our emails. */
export async function touchAlertsOf(client: BackendClient, address: string, at: Date): Promise<void> {
  const confirmed = client
    .from('alerts')
    .update({ seen_at: at.toISOString() })
    .not('confirmed_at', 'is', null)
  requireSuccess(await confirmed.eq('email', normalizeAddress(address)))
}

export async function confirmAlert(client: BackendClient, { id }: Alert, at: Date): Promise<void> {
  const change = { confirmed_at: at.toISOString(), seen_at: at.toISOString() }
  requireSuccess(await client.from('alerts').update(change).eq('id', id).is('confirmed_at', null))
}

export async function changeFrequency(
  client: BackendClient,
  { id }: Alert,
  frequency: Frequency,
): Promise<void> {
  requireSuccess(await client.from('alerts').update({ frequency }).eq('id', id))
}

export async function removeAlert(client: BackendClient, { id, email, token }: Alert): Promise<void> {
  requireSuccess(await client.from('alerts').delete().eq('id', id))
  await removeMailsOfAlert(client, id)
  await removeConfirmationsWith(client, email, token)
}

/** @returns the number of alerts removed */
export async function removeAlertsOf(client: BackendClient, address: string): Promise<number> {
  const removal = client.from('alerts').delete().eq('email', normalizeAddress(address))
  const removed = requireRows(await removal.select('id'))
  await removeConfirmationsWith(client, address, '')
  return removeMailsOf(client, removed)
}

async function removeMailsOf(client: BackendClient, alerts: Record<string, unknown>[]): Promise<number> {
  for (const { id } of alerts) await removeMailsOfAlert(client, String(id))
  return alerts.length
}

/** The confirmed ones, oldest first: anyone can ask for others, which must not take the places of these. */
export async function confirmedAlertsOf(client: BackendClient, address: string): Promise<Alert[]> {
  const rows = client.from('alerts').select('*').eq('email', normalizeAddress(address))
  const confirmed = rows.not('confirmed_at', 'is', null).order('created_at').order('id')
  return requireRows(await confirmed.limit(MAX_PER_ADDRESS + 1)).map(toAlert)
}

export const listAlerts = (client: BackendClient): Promise<Alert[]> =>
  Array.fromAsync(readAll(client, 'alerts'), toAlert)

/** Removes alerts that were never confirmed, and those whose page nobody has opened for two years. */
export async function removeExpiredAlerts(client: BackendClient, now: Date): Promise<void> {
  const pending = client.from('alerts').delete().is('confirmed_at', null)
  requireSuccess(await pending.lt('created_at', pendingSince(now).toISOString()))
  await removeConfirmationsBefore(client, pendingSince(now))
  const unseenSince = new Date(now)
  unseenSince.setUTCMonth(unseenSince.getUTCMonth() - UNSEEN_MONTHS)
  const unseen = client.from('alerts').delete().lt('seen_at', unseenSince.toISOString())
  await removeMailsOf(client, requireRows(await unseen.select('id')))
}

const toAlert = ({ seen_at, updated_at, ...row }: Record<string, unknown>) =>
  camelCaseRow(row) as unknown as Alert
