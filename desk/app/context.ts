import { createContext, type RouterContextProvider, redirect } from 'react-router'
import type { Database } from '#data/tables.ts'
import type { Snapshot } from '#services/archive/snapshot.ts'
import type { LiveArticles } from '#services/articles/live-articles.ts'
import type { Actor } from '#services/audit/actor.ts'
import type { ClientNetwork } from '#services/client-ip.ts'
import type { Log } from '#services/log.ts'
import type { Addresses } from '#services/mail/addresses.ts'
import type { SendTestMail } from '#services/mail/test-mail.ts'
import type { MailDns } from '#services/mail-domain/dns.ts'
import { hasFreshSecondFactor } from '#services/people/sessions.ts'
import type { Person, Session, SignedIn, SignInContext } from '#services/people/types.ts'
import type { ResizePicture } from '#services/pictures/resizer.ts'
import type { LiveSettings } from '#services/settings/live-settings.ts'
import type { PrivateSettings } from '#services/settings/settings.ts'
import type { BackendClient } from '#shared/data/client.ts'
import type { Site } from '#site.config.ts'
import { ownPath, pathInDesk, withReturn } from './access/own-path.ts'

/** The context of every loader and action of the desk. */
export interface DeskContext {
  /** Reads recorded sales as the public pages do. */
  client: BackendClient
  database: Database
  /** The person who is signed in with a second factor; null on the pages before the sign-in. */
  person: Person | null
  session: Session | null
  /** At any stage: after the password alone there is a session, but nobody is signed in. */
  signedIn: SignedIn | null
  /** The argument of the functions in services/people. */
  signIn: SignInContext
  /** The Set-Cookie headers of the response. */
  cookies: string[]
  /** The CSRF token for every form (DeskForm); bound to the session. */
  csrfToken: string
  isFormToken(given: string): boolean
  /** The canonical origin, without a trailing slash. */
  siteUrl: string
  /** Changes the settings of the firm and reads them afterwards. */
  settings: LiveSettings
  /** The settings that pages and emails show, as of the start of this request. */
  site: Site
  /** Settings that no page shows: recipients, retention, automatic answers, templates. */
  privateSettings: PrivateSettings
  /** The recipients of enquiries and replies, and the sender of emails. */
  addresses: Addresses
  /** For the page about the firm's email. */
  mail: { smtpHost: string | null; sendTest: SendTestMail; openDns(): MailDns }
  /** Whether a mail server is configured; without one, emails become files. */
  sendsMail: boolean
  /** The public articles; `refresh` after every change of an article. */
  articles: LiveArticles
  /** The static exports of this server; null if there are none. */
  readSnapshot(): Promise<Snapshot | null>
  dataDir: string
  requestId: string
  nonce: string
  clientNetwork: ClientNetwork
  log: Log
  /** Processes one picture at a time, in a child process. */
  resizePicture: ResizePicture
  /** Call after queueing an email. */
  wakeOutbox(): void
  /** Erases deleted rows from the log of the embedded database. @returns false if that happens later */
  eraseDeleted(): Promise<boolean>
}

export const deskContext = createContext<DeskContext>()

/** What every page has. */
export const shownToPages = ({ person, session, csrfToken, requestId, site }: DeskContext) => ({
  person: person && { id: person.id, name: person.name, role: person.role },
  sessionId: session?.id ?? null,
  csrfToken,
  requestId,
  site,
})

type Context = Readonly<RouterContextProvider>

/** @throws a redirect to the sign-in; the guard in root.tsx has already redirected everyone else */
export function requireSignedIn(context: Context): SignedIn {
  const { person, signedIn } = context.get(deskContext)
  if (!person || !signedIn) throw redirect('/sign-in')
  return signedIn
}

/** @throws like requireSignedIn */
export const requirePerson = (context: Context): Person => requireSignedIn(context).person

/** For people, settings and keys. @throws a 403 response */
export function requireOwner(context: Context): Person {
  const person = requirePerson(context)
  if (person.role !== 'owner') throw new Response(null, { status: 403 })
  return person
}

/**
 * Requires a second factor from the last ten minutes, for keys, people, exports and sign-in methods. Call it in the
 * loader, so that it is asked for before anything is typed, and again in the action.
 * @throws a redirect to the page that asks for it and then returns
 */
export function requireFreshSecondFactor(context: Context, url: URL): SignedIn {
  const signedIn = requireSignedIn(context)
  if (hasFreshSecondFactor(signedIn.session, context.get(deskContext).signIn.now)) return signedIn
  throw redirect(withReturn('/confirm', ownPath(pathInDesk(url))))
}

/** @throws a 404 response if there is none */
export function orNotFound<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new Response(null, { status: 404 })
  return found
}

/** For pages of owners that need both. @throws like requireOwner and requireFreshSecondFactor */
export function requireFreshOwner(context: Context, url: URL): Person {
  const owner = requireOwner(context)
  requireFreshSecondFactor(context, url)
  return owner
}

/** The actor for the audit trail. */
export const actorOf = (context: Context): Actor => ({ person: requirePerson(context).name, via: 'desk' })
