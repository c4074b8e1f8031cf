/** Reads what is waiting and what is new, with a few limited queries, however long the tables are. */

import type { Snapshot } from '#services/archive/snapshot.ts'
import { listOverdueArticles } from '#services/articles/article-store.ts'
import type { DeskArticle } from '#services/articles/article-types.ts'
import type { FaultyArticle } from '#services/articles/live-articles.ts'
import { type Digest, listWaitingDigests } from '#services/enquiries/digest-store.ts'
import { listUnsentEnquiries, type StoredEnquiry } from '#services/enquiries/enquiry-store.ts'
import { type ListedEnquiry, listEnquiries } from '#services/enquiries/list-enquiries.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { listUnsentMails, type StoredMail } from '#services/mail/mail-store.ts'
import { type Closed, describeClosed, readClosed } from '#services/mail/sending.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { listStock } from '#services/stock/stored-plates.ts'
import { certificatesExpiringWithin, type ExpiringCertificate, recentlySold } from '#services/stock/today.ts'
import { listSearchedTerms, type SearchedTerm } from '#services/unmet-searches/unmet-search-store.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { missingStatements, STATEMENT_PAGES, type Statements } from '#shared/text/statement-pages.ts'
import type { DeskContext } from '../../context.ts'
import { daysUntil, shortDay } from '../../ui/dates.ts'
import { readDealLines } from './deal-lines.server.ts'
import { describeRenewal } from './describe-renewal.ts'
import { readExportLines } from './export-lines.server.ts'
import type { NewsLine, WaitingLine } from './lines.ts'

/** The maximum for each kind; a further line counts the others. */
const MAX_LINES = 10
const CERTIFICATE_DAYS = 60
const RESERVATION_DAYS = 3
const SEARCH_DAYS = 7
const SOLD_DAYS = 14

const OLDEST = { owner: null, month: null, search: '', order: 'oldest', page: 1 } as const

interface TodaySources {
  /** Published articles that cannot be shown. */
  faulty: readonly FaultyArticle[]
  /** The statements of the firm. */
  written: Statements
  readSnapshot(): Promise<Snapshot | null>
}

/** @throws DataError */
export async function readToday(
  { client, database }: Pick<DeskContext, 'client' | 'database'>,
  { faulty, written, readSnapshot }: TodaySources,
  now: Date,
  { allCertificates = false } = {},
) {
  const today = londonDay(now)
  const [
    closed,
    unanswered,
    replied,
    suspected,
    mails,
    unsent,
    digests,
    overdue,
    certificates,
    reservations,
    sold,
    searches,
    deals,
    { exports, waiting: lateExports },
  ] = await Promise.all([
    readClosed(database),
    listEnquiries(database, { ...OLDEST, status: 'new' }),
    listEnquiries(database, { ...OLDEST, status: 'replied' }),
    listEnquiries(database, { ...OLDEST, status: 'suspected' }),
    listUnsentMails(database, MAX_LINES + 1),
    listUnsentEnquiries(database, MAX_LINES + 1),
    listWaitingDigests(database),
    listOverdueArticles(database, now, MAX_LINES + 1),
    certificatesExpiringWithin(database, CERTIFICATE_DAYS, now),
    listStock(database, {
      statuses: ['reserved'],
      reservedBefore: addDays(today, RESERVATION_DAYS + 1),
      limit: MAX_LINES + 1,
    }),
    recentlySold(database, MAX_LINES),
    listSearchedTerms(database, addDays(today, -SEARCH_DAYS)),
    readDealLines(database, now),
    readExportLines(client, readSnapshot, now),
  ])
  const waiting = [
    ...(closed ? [closedLine(closed)] : []),
    ...upTo(unanswered.enquiries.map(enquiryLine), {
      text: `${formatNumber(unanswered.total - MAX_LINES)} more unanswered`,
      aside: 'age of the oldest',
      to: '/enquiries',
    }),
    ...upTo(replied.enquiries.map(enquiryLine), {
      text: `${formatNumber(replied.total - MAX_LINES)} more replied`,
      aside: 'age of the oldest',
      to: '/enquiries?status=replied',
    }),
    ...suspected.enquiries.slice(0, 1).map((oldest) => spamLine(oldest, suspected.total)),
    ...upTo(mails.map(mailLine), { text: 'More e-mails have not been sent' }),
    ...upTo(unsent.map(unsentLine), { text: 'More enquiries have not been e-mailed to you' }),
    ...digests.filter(({ lastError }) => lastError !== null).map(digestLine),
    ...upTo(
      faulty.map((article) => faultyLine(article, now)),
      { text: 'More articles cannot be opened by visitors' },
    ),
    ...upTo(overdue.map(overdueLine), { text: 'More articles were not published as scheduled' }),
    ...upTo(
      certificates.map(certificateLine),
      {
        text: `${formatNumber(certificates.length - MAX_LINES)} more expiring within ${CERTIFICATE_DAYS} days`,
        to: '/?show=certificates',
      },
      allCertificates ? certificates.length : MAX_LINES,
    ),
    ...upTo(
      reservations.plates.map((plate) => reservationLine(plate, today)),
      {
        since: today,
        text: `${formatNumber(reservations.total - MAX_LINES)} more ending within ${RESERVATION_DAYS} days`,
        to: '/stock?status=reserved',
      },
    ),
    ...upTo(deals, { text: 'More deals wait for something' }),
    ...lateExports,
  ]
  return {
    waiting: waiting.sort((a, b) => Date.parse(a.since) - Date.parse(b.since)),
    sold: sold.filter(({ soldOn }) => soldOn !== null && soldOn >= addDays(today, -SOLD_DAYS)).map(soldLine),
    searches: searches.slice(0, MAX_LINES).map(searchLine),
    /** Pages of the site that do not exist yet, with the headings of their missing statements. */
    unwritten: unwrittenLines(written),
    exports,
  }
}

/** A line in place of those beyond `max`, about the first of them unless `more` says otherwise. */
function upTo(
  lines: readonly WaitingLine[],
  more: Partial<WaitingLine> & { text: string },
  max = MAX_LINES,
): WaitingLine[] {
  const next = lines[max]
  if (!next) return [...lines]
  const { retry: _, ...line } = next
  return [...lines.slice(0, max), { ...line, aside: null, ...more, key: `more of ${line.key}` }]
}

/** The backend was closed by a move, so nothing that is written here reaches anyone. */
function closedLine(closed: Closed): WaitingLine {
  return {
    key: 'closed',
    since: closed.at,
    kind: 'Mail',
    text: 'This site sends no e-mail',
    aside: `${describeClosed(closed)}.`,
    to: '/enquiries',
  }
}

function enquiryLine(enquiry: ListedEnquiry): WaitingLine {
  const { reference, name, plateNumber, subject, owner, createdAt, repliedAt, status } = enquiry
  const hasReplied = status === 'replied'
  return {
    key: reference,
    since: (hasReplied && repliedAt) || createdAt,
    kind: 'Enquiry',
    text: [hasReplied ? `${name} replied` : name, plateNumber ?? subject].filter(Boolean).join(', '),
    aside: owner && `for ${owner}`,
    to: `/enquiries/${reference}`,
  }
}

function spamLine({ createdAt }: ListedEnquiry, total: number): WaitingLine {
  return {
    key: 'spam',
    since: createdAt,
    kind: 'Suspected spam',
    text: `${plural(total, 'enquiry', 'enquiries')} to check`,
    to: '/enquiries?status=suspected',
  }
}

function faultyLine({ id, path, publishedAt, fault }: FaultyArticle, now: Date): WaitingLine {
  return {
    key: `faulty ${id}`,
    since: publishedAt ?? now.toISOString(),
    kind: 'Article',
    text: `Visitors cannot see ${path}`,
    aside: fault,
    to: `/articles/${id}`,
    isDue: publishedAt === null,
  }
}

function overdueLine({ id, path, publishAt, updatedAt }: DeskArticle): WaitingLine {
  return {
    key: `overdue ${id}`,
    since: publishAt ?? updatedAt,
    kind: 'Article',
    text: `${path} was not published as scheduled`,
    aside: 'open it to see why',
    to: `/articles/${id}`,
  }
}

function unsentLine({ id, reference, createdAt, lastError }: StoredEnquiry): WaitingLine {
  return {
    key: `unsent ${id}`,
    since: createdAt,
    kind: 'Mail',
    text: `Enquiry ${reference} has not been e-mailed to you`,
    aside: lastError,
    to: `/enquiries/${reference}`,
    retry: { what: 'enquiry', id: reference },
  }
}

/** The outbox goes on trying it. */
function digestLine({ id, day, createdAt, lastError }: Digest): WaitingLine {
  return {
    key: `digest ${id}`,
    since: createdAt,
    kind: 'Mail',
    text: `The digest of suspected spam of ${shortDay(day)} has not been e-mailed to you`,
    aside: lastError,
    to: '/enquiries?status=suspected',
  }
}

const MAIL_NAMES: Record<StoredMail['kind'], string> = {
  reply: 'A reply',
  acknowledgement: 'An acknowledgement',
  confirmation: 'A confirmation',
  alert: 'An alert',
  'security-notice': 'A security notice',
}

function mailLine({
  id,
  kind,
  recipient,
  personId,
  delivery,
  lastError,
  createdAt,
}: StoredMail): WaitingLine {
  const isGivenUp = delivery === 'undeliverable'
  return {
    key: `mail ${id}`,
    since: createdAt,
    kind: 'Mail',
    text: `${MAIL_NAMES[kind]} to ${recipient} ${isGivenUp ? 'could not be sent' : 'has not been sent yet'}`,
    aside: lastError,
    to: personId
      ? `/people/${personId}`
      : `/enquiries?${new URLSearchParams({ status: 'all', q: recipient })}`,
    retry: { what: 'mail', id },
  }
}

function certificateLine(certificate: ExpiringCertificate): WaitingLine {
  const { plate, expiresOn, daysLeft } = certificate
  const expiry = `${daysLeft < 0 ? 'expired' : 'expires'} ${inDays(daysLeft)}, on ${shortDay(expiresOn)}`
  return {
    key: `certificate ${plate.id}`,
    since: addDays(expiresOn, -CERTIFICATE_DAYS),
    kind: 'Certificate',
    text: `${plate.document === 'vehicle' ? 'Document' : (plate.document ?? 'Document')} for ${plate.registration}`,
    aside: [expiry, describeRenewal(certificate)].filter(Boolean).join('; '),
    to: `/stock/${plate.id}`,
    isDue: true,
  }
}

function reservationLine(
  { id, registration, reservedUntil, reservedFor }: StockPlate,
  today: string,
): WaitingLine {
  const until = reservedUntil ?? today
  return {
    key: `reservation ${id}`,
    since: addDays(until, -RESERVATION_DAYS),
    kind: 'Reservation',
    text: [registration, reservedFor && `for ${reservedFor}`].filter(Boolean).join(' '),
    aside: `ends ${inDays(daysUntil(until, today))}, on ${shortDay(until)}`,
    to: `/stock/${id}`,
    isDue: true,
  }
}

function inDays(days: number): string {
  if (days === 0) return 'today'
  if (Math.abs(days) === 1) return days === 1 ? 'tomorrow' : 'yesterday'
  return days > 0 ? `in ${formatNumber(days)} days` : `${formatNumber(-days)} days ago`
}

const soldLine = ({ id, registration, soldPriceGbp, soldOn }: StockPlate): NewsLine => ({
  key: id,
  text: soldPriceGbp === null ? registration : `${registration} for ${formatGbp(soldPriceGbp)}`,
  aside: soldOn ? shortDay(soldOn) : '',
  to: `/stock/${id}`,
})

function unwrittenLines(written: Statements): NewsLine[] {
  return STATEMENT_PAGES.flatMap((page) => {
    const missing = missingStatements(page, written)
    if (missing.length === 0) return []
    return {
      key: page.id,
      text: `${page.title}: ${missing.join(' · ')}`,
      aside: `${missing.length} missing`,
      to: `/firm/${page.id}`,
    }
  })
}

/** A registration has its own page; a name leads to the registrations that read as it. */
function searchLine({ term, searches }: SearchedTerm): NewsLine {
  const parsed = parseRegistration(term)
  return {
    key: term,
    text: parsed.ok ? parsed.registration.text : term,
    aside: plural(searches, 'search', 'searches'),
    href: parsed.ok
      ? `/registration/${encodeURIComponent(term)}`
      : `/find?${new URLSearchParams({ q: term.toLowerCase() })}`,
  }
}
