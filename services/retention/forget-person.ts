import type { Database, Transaction } from '#data/tables.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { readEmailAddress } from '#shared/text/email-address.ts'
import { plural } from '#shared/text/format.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { rewriteDigestFiles } from '../enquiries/digest-email.ts'
import { enquiryFileName } from '../enquiries/enquiry-email.ts'
import {
  findEnquiriesFrom,
  type RemovedEnquiry,
  removeEnquiries,
  type StoredEnquiry,
} from '../enquiries/enquiry-store.ts'
import type { Addresses } from '../mail/addresses.ts'
import { removeMailFiles } from '../mail/mail-files.ts'
import { mailsTo, normalizeAddress, removeMailsTo } from '../mail/mail-store.ts'
import { visitorMailFileName } from '../mail/visitor-mail.ts'
import { findPlatesNoting, type NotedPlate, removePlateChangesNoting } from '../stock/notes-about.ts'

interface ForgetOptions {
  database: Database
  dataDir: string
  addresses: Addresses
  /** Erases deleted rows from the database's log. @returns false if that is done later */
  eraseDeleted(): Promise<boolean>
}

export interface Forgotten {
  enquiries: RemovedEnquiry[]
  /** The number of enquiries removed. */
  mails: number
  alerts: number
  /** Names of files under DATA_DIR/mail. */
  removedFiles: string[]
  updatedFiles: string[]
  /**
   * Plates whose notes, reservation, holder or nominee name the person. The dealer edits them, because they may also be about something
   * else.
   */
  plates: NotedPlate[]
  /** The number of plate changes that contained the address; they are removed and can no longer be undone. */
  plateChanges: number
  /** The registrations of deals that stay with their names and amounts: with money in them, or kept for the firm's accounts. */
  keptDeals: string[]
  isErased: boolean
}

/**
 * Removes the data of a person at their request: an enquiry without an address alone, or the enquiries from an address
 * with their notes, replies and email files, the emails to the address, its alerts, and the changes of plates that
 * contain it. Can be repeated after an interruption: files are removed before the rows that name them.
 * @param person an address, or an enquiry
 */
export async function forgetPerson(
  options: ForgetOptions,
  person: string | StoredEnquiry,
  actor: Actor,
): Promise<Forgotten> {
  const { database, dataDir, addresses, eraseDeleted } = options
  // No e-mail, alert or plate has the empty address.
  const email = typeof person === 'string' ? person : (person.email ?? '')
  const enquiries =
    typeof person !== 'string' && email === '' ? [person] : await findEnquiriesFrom(database, email)
  const mails = await mailsTo(database, email)
  const names = new Set([...enquiries.map(enquiryFileName), ...mails.map(visitorMailFileName)])
  const removeFiles = () => removeMailFiles(dataDir, (name) => names.has(name))
  const removedFiles = await removeFiles()
  const forgotten = await action(database, 'forget a person', async (transaction) => {
    const change = `forgot one person, ${plural(enquiries.length, 'enquiry', 'enquiries')}`
    await noteChange(transaction, actor, 'enquiries forget', change)
    await removeMailsTo(transaction, email) // among them those of the alerts
    const alerts = await transaction
      .deleteFrom('alerts')
      .where('email', '=', normalizeAddress(email))
      .returning('id')
      .execute()
    const inStock = await forgetInStock(transaction, cleanLine(email), enquiries)
    const keptDeals = await readKeptDeals(transaction, enquiries)
    await removeEnquiries(transaction, enquiries) // triggers remove their conversations and other deals
    return { ...inStock, keptDeals, alerts: alerts.length }
  })
  removedFiles.push(...(await removeFiles())) // a file may have been written for an email that was just being sent
  const digestIds = [...new Set(enquiries.map(({ digestId }) => digestId).filter((id) => id !== null))]
  const updatedFiles = await rewriteDigestFiles(database, dataDir, addresses, digestIds)
  // Even if nothing was found, since an earlier run may have been interrupted.
  const isErased = await eraseDeleted()
  return { ...forgotten, enquiries, mails: mails.length, removedFiles, updatedFiles, isErased }
}

/** Looks for a whole address alone, because anything shorter would match text about other people. */
async function forgetInStock(transaction: Transaction, typed: string, enquiries: readonly StoredEnquiry[]) {
  const email = readEmailAddress(typed) === null ? null : typed
  const names = [...new Set(enquiries.map(({ name }) => name))]
  const plates = await findPlatesNoting(transaction, { email, names })
  return { plates, plateChanges: email === null ? 0 : await removePlateChangesNoting(transaction, email) }
}

/** The registrations of the deals that are kept for the accounts, or have money in them. */
async function readKeptDeals(
  transaction: Transaction,
  enquiries: readonly StoredEnquiry[],
): Promise<string[]> {
  if (enquiries.length === 0) return []
  const ids = enquiries.map(({ id }) => id)
  const kept = await transaction
    .selectFrom('deals')
    .select('plateNumber')
    .where('enquiryId', 'in', ids)
    .where((is) =>
      is.or([is('isKept', 'is', true), is('id', 'in', is.selectFrom('dealPayments').select('dealId'))]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return kept.map(({ plateNumber }) => plateNumber)
}
