import { Link, redirect } from 'react-router'
import { retryEnquiry } from '#services/enquiries/enquiry-store.ts'
import { retryMail } from '#services/mail/retry-mail.ts'
import { isUuid } from '#services/uuid.ts'
import { actorOf, deskContext } from '../../context.ts'
import { ageOf } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { DoneNote, Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { useFreshData } from '../../ui/use-fresh-data.ts'
import type { Route } from './+types/index'
import type { NewsLine, WaitingLine } from './lines.ts'
import { readMonth } from './read-month.server.ts'
import { readToday } from './read-today.server.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const now = new Date()
  const desk = context.get(deskContext)
  const { articles, privateSettings, readSnapshot } = desk
  const sources = { faulty: articles.current().faulty, written: privateSettings, readSnapshot }
  const allCertificates = url.searchParams.get('show') === 'certificates'
  const [month, today] = await Promise.all([
    readMonth(desk, now),
    readToday(desk, sources, now, { allCertificates }),
  ])
  return {
    ...today,
    month,
    now: now.toISOString(),
    isRetried: url.searchParams.has('retried'),
  }
}

/** Retries an email that could not be sent. */
export async function action({ context, request }: Route.ActionArgs) {
  const { database, wakeOutbox } = context.get(deskContext)
  const actor = actorOf(context)
  const form = await request.formData()
  const id = textOf(form, 'id')
  if (textOf(form, 'what') === 'mail') {
    const change = 'a mail that was not sent is queued again'
    if (isUuid(id)) await retryMail(database, id, actor, { action: 'mails retry', change })
  } else await retryEnquiry(database, id, actor)
  wakeOutbox()
  return redirect('/?retried')
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { waiting, month, sold, searches, unwritten, exports, now, isRetried } = loaderData
  useFreshData()
  return (
    <Page title="Today">
      <DoneNote>{isRetried && 'The e-mail is being sent again.'}</DoneNote>
      <div className="grid desk:grid-cols-[minmax(0,1fr)_24rem] items-start gap-x-16 gap-y-8">
        {waiting.length === 0 ? (
          <p className="border-line border-y py-5 font-serif text-[1.25rem]">Nothing is waiting.</p>
        ) : (
          <ul className="ledger-list" aria-label="Waiting, oldest first">
            {waiting.map((line) => (
              <Waiting key={line.key} line={line} now={now} />
            ))}
          </ul>
        )}
        <div className="grid min-w-0 gap-y-8 md:max-desk:grid-cols-2 md:max-desk:gap-x-12">
          <News {...month} />
          <News title="Recently sold" lines={sold} />
          <News title="Searched for this week but not found" lines={searches} />
          <News title="Pages still to be written" lines={unwritten} />
          <News title="Static exports" lines={exports} />
        </div>
      </div>
    </Page>
  )
}

const LINE_LINK = 'whole-line underline-offset-[0.2em] hover:underline'

function Waiting({ line, now }: { line: WaitingLine; now: string }) {
  const { kind, text, aside, to, since, isDue, retry } = line
  return (
    <li className="ledger-line relative flex-wrap">
      <span className="w-full flex-none text-note text-quiet sm:w-32">{kind}</span>
      <span className="wrap-anywhere min-w-0 flex-1">
        <Link to={to} className={LINE_LINK} data-row>
          {text}
        </Link>
        {aside && <span className="cell-aside">{aside}</span>}
      </span>
      {!isDue && (
        <span className={`whitespace-nowrap tabular-nums ${isLong(since, now) ? 'text-red' : 'text-quiet'}`}>
          <span className="sr-only">waiting for </span>
          <time dateTime={since}>{ageOf(since, now)}</time>
        </span>
      )}
      {retry && (
        <DeskForm
          className="relative flex-none"
          preventScrollReset
          sends={{ what: retry.what, id: retry.id }}
        >
          <button type="submit" className="row-action">
            Try again<span className="sr-only">: {text}</span>
          </button>
        </DeskForm>
      )}
    </li>
  )
}

const DAY_MS = 86_400_000

const isLong = (since: string, now: string) => Date.parse(now) - Date.parse(since) >= DAY_MS

function News({ title, lines }: { title: string; lines: readonly NewsLine[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2 className="desk-subtitle">{title}</h2>
      <ul className="ledger-list">
        {lines.map(({ key, text, aside, to, href }) => (
          <li key={key} className="ledger-line relative flex-wrap">
            <span className="wrap-anywhere min-w-0 flex-1">
              {to ? (
                <Link to={to} className={LINE_LINK}>
                  {text}
                </Link>
              ) : (
                <a href={href} className={LINE_LINK}>
                  {text}
                </a>
              )}
            </span>
            <span className="whitespace-nowrap text-quiet tabular-nums">{aside}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
