/** Shared by tests of the desk: the first link, people who have joined, and requests with their cookies. */
import type { Database } from '#data/tables.ts'
import { firstPersonLink } from '#services/people/invitations.ts'
import { timeStep, totpCode } from '#services/people/totp.ts'

export const DESK_PASSWORD = 'three words of mine'

/** The link that the first start prints. */
export async function readFirstLink(database: Database, siteUrl: string): Promise<string> {
  const link = await firstPersonLink(database, siteUrl, { name: 'test', now: new Date() })
  if (!link) throw new Error('There is somebody at the desk already')
  return link
}

/** @param steps of 30 s each, from now */
export const codeOf = (key: string, steps = 0): string =>
  totpCode(key.replaceAll(' ', ''), timeStep(new Date()) + steps)

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/**
 * A browser without script: keeps cookies, extracts CSRF tokens from pages, and does not follow redirects
 * automatically.
 */
export class DeskVisitor {
  readonly cookies = new Map<string, string>()
  readonly #ask: Ask
  readonly origin: string

  constructor(ask: Ask, origin: string) {
    this.#ask = ask
    this.origin = origin
  }

  async send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { Cookie: cookie }), ...init.headers }
    const response = await this.#ask(path, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (/Max-Age=0(?:;|$)/.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** The page with the CSRF token of its forms. */
  async open(path: string): Promise<{ status: number; html: string; csrf: string }> {
    const response = await this.send(path)
    const html = await response.text()
    return { status: response.status, html, csrf: /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '' }
  }

  /** Opens the page and submits a form on it. */
  async submit(path: string, fields: Record<string, string>, action = path): Promise<Response> {
    const { csrf } = await this.open(path)
    return this.post(action, { csrf, ...fields })
  }

  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.send(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: this.origin, ...headers },
    })
  }

  /** Accepts an invitation with a password, sets up an app, and completes the sign-in. @returns the key of the app */
  async join(link: string, given: { name: string; email?: string }): Promise<string> {
    const { pathname, search } = new URL(link)
    const token = new URLSearchParams(search).get('token') ?? ''
    const accepted = await this.submit(
      pathname + search,
      { ...given, token, password: DESK_PASSWORD },
      '/desk/join',
    )
    if (accepted.headers.get('Location') !== '/desk/set-up')
      throw new Error(`The link was answered with ${accepted.status}`)
    const shown = await (await this.submit('/desk/set-up/app', {})).text()
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const key = field('secret')
    const confirm = () =>
      this.post('/desk/set-up/app', {
        csrf: field('csrf'),
        uri: field('uri'),
        secret: key,
        code: codeOf(key, -1),
      })
    let confirmed = await confirm()
    // The code runs out if a new time step begins before it arrives.
    if (confirmed.status !== 200) confirmed = await confirm()
    if (confirmed.status !== 200) throw new Error(`The app was answered with ${confirmed.status}`)
    return key
  }
}
