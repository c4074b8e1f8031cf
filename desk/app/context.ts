import { createContext, type RouterContextProvider, redirect } from 'react-router'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import type { LiveArticles } from '../../services/articles/live-articles.ts'
import type { Actor } from '../../services/audit/actor.ts'
import type { ClientNetwork } from '../../services/client-ip.ts'
import type { Addresses } from '../../services/enquiries/enquiry-email.ts'
import type { Log } from '../../services/log.ts'
import type { SendTestMail } from '../../services/mail/test-mail.ts'
import type { MailDns } from '../../services/mail-domain/dns.ts'
import { hasFreshSecondFactor } from '../../services/people/sessions.ts'
import type { Person, Session, SignedIn, SignInContext } from '../../services/people/types.ts'
import type { ResizePicture } from '../../services/pictures/resizer.ts'
import type { LiveSettings } from '../../services/settings/live-settings.ts'
import type { OfficeSettings } from '../../services/settings/settings.ts'
import type { Site } from '../../site.config.ts'
import { ownPath, withReturn } from './access/own-path.ts'

/** What every loader and action of the desk works with. */
export interface DeskContext {
  /** With the service key: it never leaves the server. */
  client: BackendClient
  /** Who is signed in, second factor included; null on the pages before the sign-in. */
  person: Person | null
  session: Session | null
  /** At any stage: after the password alone there is a session, but nobody is signed in. */
  signedIn: SignedIn | null
  /** What the functions of services/people take. */
  signIn: SignInContext
  /** Headers Set-Cookie of the answer. */
  cookies: string[]
  /** In every form (DeskForm); bound to the session. */
  csrfToken: string
  isFormToken(given: string): boolean
  /** The canonical origin, without a trailing slash. */
  siteUrl: string
  /** To change the settings of the firm, and to read them after that. */
  settings: LiveSettings
  /** What pages and mails say of the firm, as this request began. */
  site: Site
  /** What pages do not say: recipients, retention, automatic answers, templates. */
  office: OfficeSettings
  /** Where enquiries go and the answers of visitors arrive, and from where mails are sent. */
  addresses: Addresses
  /** For the page of the firm's mail. */
  mail: { smtpHost: string | null; sendTest: SendTestMail; openDns(): MailDns }
  /** Whether a mail server is set up; without one, mails become files. */
  sendsMail: boolean
  /** What visitors read; `refresh` it after every change of an article. */
  articles: LiveArticles
  dataDir: string
  requestId: string
  nonce: string
  clientNetwork: ClientNetwork
  log: Log
  /** One picture at a time, in a process of its own. */
  resizePicture: ResizePicture
  /** After a mail was queued. */
  wakeOutbox(): void
  /** Erases deleted rows from the log of the embedded database. @returns false if that is done later */
  eraseDeleted(): Promise<boolean>
}

export const deskContext = createContext<DeskContext>()

type Context = Readonly<RouterContextProvider>

/** @throws a redirect to the sign-in; the guard in root.tsx has already sent strangers there */
export function requirePerson(context: Context): Person {
  const { person } = context.get(deskContext)
  if (!person) throw redirect('/sign-in')
  return person
}

/** For what needs the session as well. @throws like requirePerson */
export function requireSignedIn(context: Context): SignedIn {
  requirePerson(context)
  const { signedIn } = context.get(deskContext)
  if (!signedIn) throw redirect('/sign-in')
  return signedIn
}

/** For people, settings and keys. @throws a 403 response */
export function requireOwner(context: Context): Person {
  const person = requirePerson(context)
  if (person.role !== 'owner') throw new Response(null, { status: 403 })
  return person
}

/**
 * For keys, people, exports and the ways of signing in: a second factor given within ten minutes. In a loader, so that
 * it is asked before anything is typed, and again in the action.
 * @throws a redirect to the page that asks for it and comes back
 */
export function requireFreshSecondFactor(context: Context, request: Request): SignedIn {
  const signedIn = requireSignedIn(context)
  if (hasFreshSecondFactor(signedIn.session, context.get(deskContext).signIn.now)) return signedIn
  const { pathname, search } = new URL(request.url)
  const page = pathname.replace(/(?:\/_)?\.data$/, '').replace(/^\/desk(?=\/|$)/, '') || '/'
  const query = new URLSearchParams(search)
  query.delete('_routes')
  query.delete('index')
  throw redirect(withReturn('/confirm', ownPath(query.size > 0 ? `${page}?${query}` : page)))
}

/** Names the person in the audit trail. */
export const actorOf = (context: Context): Actor => ({ person: requirePerson(context).name, via: 'desk' })
