import { listWaitingDigests } from '#services/enquiries/digest-store.ts'
import { isSuspected, listAllEnquiries, type StoredEnquiry } from '#services/enquiries/enquiry-store.ts'
import { describeWait } from '#services/enquiries/first-answer.ts'
import { isOpenStatus } from '#services/enquiries/statuses.ts'
import { describeSuspension, readRetention, retentionLimit } from '#services/retention/retention.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { CALL } from '../define-command.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { type Finding, ok, problem, warn } from './finding.ts'

/** Mail servers may greylist for some minutes. */
const LATE_MS = 3_600_000
const NOTICE_MS = 30 * 86_400_000

export async function* checkEnquiries({ database, env }: CliBackend): AsyncGenerator<Finding, void> {
  const enquiries = await listAllEnquiries(database)
  const open = enquiries.filter(({ closedAt }) => !closedAt)
  const waiting = open
    .filter(({ delivery }) => delivery === 'waiting')
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  const [oldest] = waiting
  if (oldest) {
    const age = Date.now() - Date.parse(oldest.createdAt)
    const report = age > LATE_MS ? problem : warn
    yield report(
      `${enquiriesHave(waiting.length)} not been delivered; the oldest has waited ${describeWait(age)}: look at the desk, under Enquiries`,
      oldest.lastError ? [escapeTerminal(oldest.lastError, 200)] : undefined,
    )
  }

  const inFiles = open.filter(({ sentBy, delivery }) => delivery === 'sent' && sentBy === 'file')
  if (inFiles.length > 0)
    yield warn(
      `${enquiriesHave(inFiles.length)} been saved as files in ${env.DATA_DIR}/mail and never e-mailed: send them again at the desk`,
    )
  const suspected = open.filter(isSuspected)
  yield* checkSuspected(database, suspected)
  const isAllMailed =
    waiting.length === 0 && inFiles.length === 0 && suspected.every(({ digestId }) => digestId)
  // Without a mail server enquiries are marked as sent once they are in files.
  if (env.SMTP_URL && isAllMailed) yield ok('Every enquiry has been delivered.')

  const retention = await readRetention({
    database,
    dataDir: env.DATA_DIR,
    months: env.ENQUIRY_RETENTION_MONTHS,
    now: new Date(),
  })
  if (retention.jumpedSince && retention.enquiries + retention.files > 0)
    yield problem(`${describeSuspension(retention, new Date())}: ${CALL} enquiries retention --confirm`)

  const limit = retentionLimit(new Date(), env.ENQUIRY_RETENTION_MONTHS).getTime() + NOTICE_MS
  const leaving = open.filter(
    ({ createdAt, delivery, digestId, status }) =>
      isOpenStatus(status) &&
      Date.parse(createdAt) < limit &&
      (delivery === 'sent' || (delivery === 'quarantined' && digestId)),
  )
  if (leaving.length > 0)
    yield warn(
      `${enquiriesHave(leaving.length)} not been closed and will be removed within 30 days, ${env.ENQUIRY_RETENTION_MONTHS} months after arriving:`,
      leaving
        .slice(0, 10)
        .map(
          ({ reference, createdAt, name }) =>
            `${reference} of ${createdAt.slice(0, 10)}, ${escapeTerminal(name, 40)}`,
        ),
    )
}

async function* checkSuspected(
  database: CliBackend['database'],
  suspected: StoredEnquiry[],
): AsyncGenerator<Finding, void> {
  const unlisted = suspected.filter(({ digestId }) => !digestId)
  if (suspected.length > 0)
    yield warn(
      `${plural(suspected.length, 'enquiry is', 'enquiries are')} suspected spam, ${
        unlisted.length === 0 ? 'none' : formatNumber(unlisted.length)
      } of them not in a digest yet: look at the desk, under Enquiries`,
    )
  for (const { day, createdAt, lastError } of await listWaitingDigests(database)) {
    const age = Date.now() - Date.parse(createdAt)
    if (age < LATE_MS) continue
    yield problem(
      `The digest of suspected spam of ${day} has not been delivered for ${describeWait(age)}.`,
      lastError ? [escapeTerminal(lastError, 200)] : undefined,
    )
  }
}

const enquiriesHave = (count: number) => plural(count, 'enquiry has', 'enquiries have')
