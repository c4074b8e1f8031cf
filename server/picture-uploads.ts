/** Limits for uploads: forms with a picture are larger than others, so each session may send one at a time. */
import type { Context } from 'hono'
import { readSessionToken } from '#services/people/session-cookie.ts'
import type { SiteEnv } from './site-env.ts'

/** Accepts a little more than the limit of 25 MB, so that the form itself can explain why a picture is refused. */
export const MAX_PICTURE_BODY_BYTES = 32 * 1024 * 1024

export const TOO_LARGE_PICTURE = 'A picture may be up to 25 MB. Nothing was saved: make it smaller.\n'

const ONE_AT_A_TIME =
  'Your last picture is still being prepared. Nothing was saved: send this one in a moment.\n'

/** How the editor's script sends them. */
const JSON_PATH = '/desk/pictures.json'

const PATHS = ['/desk/pictures', '/desk/pictures.data', JSON_PATH]

const pathOf = (url: string) => new URL(url).pathname

/** @param target as a request names it: the path with its query */
export const isPictureTarget = (target: string): boolean => PATHS.includes(target.split('?', 1)[0] ?? '')

export const takesPictures = (url: string): boolean => isPictureTarget(pathOf(url))

type Handler = (context: Context<SiteEnv>) => Promise<Response>

/** Requests by a script get JSON errors even when they are refused before the desk's routes. */
export function onePictureAtATime(desk: Handler, siteUrl: string): Handler {
  const sending = new Set<string>()

  async function send(context: Context<SiteEnv>): Promise<Response> {
    const { method, headers } = context.req.raw
    const session = readSessionToken(headers.get('Cookie'), siteUrl)
    if (method !== 'POST' || !session) return desk(context)
    if (sending.has(session))
      return context.text(ONE_AT_A_TIME, 429, { 'Cache-Control': 'no-store', 'Retry-After': '5' })
    sending.add(session)
    try {
      return await desk(context)
    } finally {
      sending.delete(session)
    }
  }

  return async (context) => {
    const { url } = context.req.raw
    if (!takesPictures(url)) return desk(context)
    const response = await send(context)
    return pathOf(url) === JSON_PATH ? asJson(response) : response
  }
}

async function asJson(response: Response): Promise<Response> {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status < 400 || type.startsWith('application/json')) return response
  const text = type.startsWith('text/plain') ? (await response.text()).trim() : WORDS[response.status]
  const headers = new Headers(response.headers)
  for (const name of ['Content-Length', 'Content-Encoding', 'Content-Type']) headers.delete(name)
  return Response.json({ error: text ?? FAILED }, { status: response.status, headers })
}

const FAILED = 'Something went wrong, and the picture was not saved. Try again in a moment.'

const WORDS: Readonly<Record<number, string>> = {
  401: 'You are signed out. Nothing was saved: sign in again in another tab, then send it again.',
  403: 'This page belongs to an earlier sign-in. Nothing was saved: open it again.',
}
