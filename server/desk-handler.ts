import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Env } from '#env.ts'
import { addressesOf } from '#services/mail/addresses.ts'
import { createMailer } from '#services/mail/mailer.ts'
import { smtpHostOf } from '#services/mail/smtp-host.ts'
import { createTestMail } from '#services/mail/test-mail.ts'
import { openMailDns } from '#services/mail-domain/dns.ts'
import { isFormToken, newFormToken } from '#services/people/form-tokens.ts'
import { readSessionToken } from '#services/people/session-cookie.ts'
import { readSession } from '#services/people/sessions.ts'
import { SignInLimits } from '#services/people/sign-in-limits.ts'
import { isToken, newToken } from '#services/tokens.ts'
import { DataError } from '#shared/data/data-error.ts'
import { chooseEncoding, compress } from './compression.ts'
import { isDecodable } from './is-decodable.ts'
import type { DeskContext, loadDesk } from './load-build.ts'
import { MAX_PICTURE_BODY_BYTES, TOO_LARGE_PICTURE, takesPictures } from './picture-uploads.ts'
import { readAtMost } from './read-body.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from './security/csrf.ts'
import { CSP_NONE, commonHeaders, type deskDocumentHeaders } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

/** Without a session, only the forms of the sign-in are sent, or a form whose session has ended. */
const MAX_STRANGER_BODY_BYTES = 64 * 1024
/** The limit for a form whose session has ended, so that a long text can be returned, and how many are read at a time. */
const MAX_ENDED_BODY_BYTES = 1024 * 1024
const MAX_ENDED_AT_ONCE = 4
/** The limit for uploading a stock list. */
const MAX_BODY_BYTES = 16 * 1024 * 1024
const TOO_LARGE = 'The desk accepts up to 16 MB. Nothing was saved.\n'

export const SESSION_UNREADABLE = 'The session of the desk cannot be read'

export const BACKEND_UNAVAILABLE =
  'The desk cannot reach its database. Nothing was changed: go back and try again in a moment.\n'

export const SIGNED_OUT = 'You are signed out. Nothing was saved: sign in at /desk and send it again.\n'

interface DeskOptions
  extends Pick<
    DeskContext,
    | 'client'
    | 'database'
    | 'settings'
    | 'articles'
    | 'readSnapshot'
    | 'log'
    | 'resizePicture'
    | 'wakeOutbox'
    | 'eraseDeleted'
  > {
  env: Env
  /** Called with the first request. */
  loadDesk: () => ReturnType<typeof loadDesk>
  documentHeaders: typeof deskDocumentHeaders
}

/** Handles everything under /desk except its files. The build of the desk is loaded with the first request. */
export function createDeskHandler({ env, loadDesk, documentHeaders, ...given }: DeskOptions) {
  const { database, log } = given
  const common = commonHeaders(env.SITE_URL)
  const limits = new SignInLimits()
  const mail = {
    smtpHost: smtpHostOf(env),
    sendTest: createTestMail(createMailer(env)),
    openDns: openMailDns,
  }
  const guests = createGuestTokens(env.SITE_URL)
  const bufferBody = createBodyBuffer()
  let built: ReturnType<DeskOptions['loadDesk']> | undefined

  return async (context: Context<SiteEnv>): Promise<Response> => {
    const { raw } = context.req
    for (const [name, value] of PRIVATE) context.header(name, value)
    // The router decodes the address but the desk does not: /%64esk is not a page.
    const { pathname } = new URL(raw.url)
    if (!/^\/desk(?:[/.]|$)/.test(pathname) || !isDecodable(pathname)) return context.text('Not Found\n', 404)
    const isRead = raw.method === 'GET' || raw.method === 'HEAD'
    if (!isRead && raw.method !== 'POST')
      return context.text('The desk answers GET, HEAD and POST.\n', 405, { Allow: 'GET, HEAD, POST' })
    if (!isRead && isCrossSite(raw, env.SITE_URL, env.TRUST_PROXY))
      return context.text(`${CROSS_SITE_REFUSAL}\n`, 403)
    await given.settings.follow()
    const settings = given.settings.current()
    const addresses = addressesOf(settings)
    const sessionToken = readSessionToken(raw.headers.get('Cookie'), env.SITE_URL)
    const readSignedIn = async () =>
      sessionToken
        ? await readSession(database, sessionToken, new Date()).catch((error: unknown) => {
            if (!(error instanceof DataError)) throw error
            log.error(SESSION_UNREADABLE, error, context.get('requestId'))
            return 'unreadable' as const
          })
        : null
    const before = await readSignedIn()
    if (before === 'unreadable') return context.text(BACKEND_UNAVAILABLE, 503, { 'Retry-After': '10' })
    const request = await bufferBody(raw, before?.stage === 'full', sessionToken !== null)
    if (!(request instanceof Request)) return context.text(request.text, request.status)
    // A body may take minutes, so the session is read again once it has arrived.
    const signedIn = isRead || !before ? before : await readSignedIn()
    if (signedIn === 'unreadable') return context.text(BACKEND_UNAVAILABLE, 503, { 'Retry-After': '10' })
    const isFull = signedIn?.stage === 'full'
    const now = new Date()
    built ??= loadDesk()
    const { renderDesk } = await built
    const nonce = randomBytes(18).toString('base64url')
    const guest = guests.read(context)
    const formKey = signedIn && sessionToken ? sessionToken : guest.token
    const cookies: string[] = guest.setCookie && isRead ? [guest.setCookie] : []
    const clientNetwork = context.var.client
    const response = await renderDesk(request, {
      ...given,
      person: isFull ? signedIn.person : null,
      session: isFull ? signedIn.session : null,
      signedIn,
      signIn: {
        database,
        siteUrl: env.SITE_URL,
        firm: settings.site.name,
        limits,
        visit: {
          network: clientNetwork,
          userAgent: raw.headers.get('User-Agent'),
          origin: raw.headers.get('Origin') ?? env.SITE_URL,
        },
        log,
        now,
      },
      cookies,
      csrfToken: newFormToken(formKey),
      isFormToken: (given) => isFormToken(given, formKey),
      siteUrl: env.SITE_URL,
      site: settings.site,
      privateSettings: settings.privateSettings,
      addresses,
      mail,
      sendsMail: env.SMTP_URL !== undefined,
      dataDir: env.DATA_DIR,
      requestId: context.get('requestId'),
      nonce,
      clientNetwork,
    })
    const isDocument = response.headers.get('Content-Type')?.startsWith('text/html') === true
    const headers = new Headers(response.headers)
    for (const [name, value] of [
      ...common,
      ...(isDocument ? documentHeaders(nonce) : [CSP_NONE]),
      ...PRIVATE,
    ])
      headers.set(name, value)
    for (const cookie of cookies) headers.append('Set-Cookie', cookie)
    const body = await compressPage(response, headers, raw.headers.get('Accept-Encoding'))
    return new Response(body, { status: response.status, headers })
  }
}

/** Pages and their data; a list of a hundred plates is a tenth of its size. */
async function compressPage(response: Response, headers: Headers, accepted: string | null) {
  const type = headers.get('Content-Type') ?? ''
  const encoding = chooseEncoding(accepted)
  const isPage = /^text\/(html|x-script)/.test(type)
  if (!isPage || encoding === 'identity' || !response.body) return response.body
  headers.set('Content-Encoding', encoding)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  return new Uint8Array(await compress(Buffer.from(await response.arrayBuffer()), encoding))
}

/**
 * The CSRF token of forms that are sent without a session, mainly the sign-in: without it, another site could sign a
 * visitor in as someone else. Its cookie grants nothing else.
 */
function createGuestTokens(siteUrl: string) {
  const isHttps = siteUrl.startsWith('https:')
  const name = isHttps ? '__Host-desk-guest' : 'desk-guest'
  const attributes = `Path=${isHttps ? '/' : '/desk'}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    read(context: Context): { token: string; setCookie?: string } {
      const given = getCookie(context, name)
      if (given && isToken(given)) return { token: given }
      const token = newToken()
      return { token, setCookie: `${name}=${token}; ${attributes}` }
    },
  }
}

const PRIVATE = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
  ['Referrer-Policy', 'same-origin'],
] as const

/** Reads the whole body first, so that no action waits for a slow client. */
function createBodyBuffer() {
  let ended = 0

  return async (
    request: Request,
    isSignedIn: boolean,
    hasCookie: boolean,
  ): Promise<Request | { status: 400 | 401 | 413; text: string }> => {
    const isEnded = !isSignedIn && hasCookie && ended < MAX_ENDED_AT_ONCE
    if (!isEnded) return bufferBody(request, isSignedIn, MAX_STRANGER_BODY_BYTES)
    ended += 1
    try {
      return await bufferBody(request, false, MAX_ENDED_BODY_BYTES)
    } finally {
      ended -= 1
    }
  }
}

async function bufferBody(
  request: Request,
  isSignedIn: boolean,
  strangerLimit: number,
): Promise<Request | { status: 400 | 401 | 413; text: string }> {
  if (request.method === 'GET' || request.method === 'HEAD')
    return new Request(request.url, { method: request.method, headers: request.headers })
  const isPicture = takesPictures(request.url)
  const allowed = isPicture ? MAX_PICTURE_BODY_BYTES : MAX_BODY_BYTES
  const limit = isSignedIn ? allowed : strangerLimit
  const body = await readAtMost(request, limit)
  if (body === 'too long')
    return isSignedIn
      ? { status: 413, text: isPicture ? TOO_LARGE_PICTURE : TOO_LARGE }
      : { status: 401, text: SIGNED_OUT }
  if (body === 'broken off')
    return { status: 400, text: 'The form did not arrive in full. Please send it again.\n' }
  const { method, headers, url } = request
  return new Request(url, { method, headers, body: body.length > 0 ? body : null })
}
