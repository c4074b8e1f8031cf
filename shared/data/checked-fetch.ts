/** We read a thousand rows at most, about 3 MB. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20

interface CheckedFetchOptions {
  timeoutMs: number
  maxBytes?: number
  /** A response of the same read that has begun earlier. */
  takeEarly?: (address: string) => Promise<Response | null>
}

// A response that is too large or not as the REST API promises, such as a proxy's HTML page, becomes a 502 error, so
// that it cannot be mistaken for an empty list.
export function checkedFetch({
  timeoutMs,
  maxBytes = MAX_RESPONSE_BYTES,
  takeEarly,
}: CheckedFetchOptions): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const controller = new AbortController()
    const timer = setTimeout(
      () =>
        controller.abort(new Error(`The backend did not finish its response within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    const abort = () => controller.abort(init.signal?.reason)
    if (init.signal?.aborted) abort()
    init.signal?.addEventListener('abort', abort)
    try {
      // A redirect would send the key to another host.
      const send = () => fetch(input, { ...init, redirect: 'error', signal: controller.signal })
      const isRead = init.method === undefined || init.method === 'GET' || init.method === 'HEAD'
      const early = isRead ? await takeEarly?.(String(input)) : null
      const response =
        early ??
        (await send().catch((error) => {
          if (isRead && DROPPED.test(reasonOf(error))) return send()
          throw error
        }))
      if (init.method === 'HEAD') return response
      const body = await readAtMost(response, maxBytes)
      if (body === null) {
        controller.abort()
        return badGateway(502, `The backend sent more than ${maxBytes} bytes`)
      }
      return checkResponse(response, body, init)
    } catch (error) {
      throw controller.signal.aborted
        ? error
        : new Error(`The backend cannot be reached (${reasonOf(error)})`)
    } finally {
      clearTimeout(timer)
      init.signal?.removeEventListener('abort', abort)
    }
  }
}

/** The backend closed a connection that was kept, just when it was used again. */
const DROPPED = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/

/** Node gives the reason as the error's cause; browsers give none. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  return cause?.code ?? (cause?.message || message)
}

async function readAtMost({ headers, body }: Response, maxBytes: number): Promise<string | null> {
  if (Number(headers.get('Content-Length')) > maxBytes) return null
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) return null
    text += decoder.decode(value, { stream: true })
  }
}

function checkResponse(
  { ok, status, statusText, headers }: Response,
  body: string,
  init: RequestInit,
): Response {
  const form = formOf(body)
  if (!ok && form !== 'object') return badGateway(status, `The backend answered ${status}${quote(body)}`)
  if (ok && !isExpected(form, init))
    return badGateway(
      502,
      `The backend answered ${status}, but not with JSON as the REST API promises${quote(body)}`,
    )
  const range = headers.get('Content-Range')
  if (ok && range !== null && !/^(?:\d+-\d+|\*)\/(?:\d{1,15}|\*)$/.test(range))
    return badGateway(
      502,
      `The backend answered ${status} with the invalid Content-Range ${range.slice(0, 40)}`,
    )
  const hasBody = status !== 204 && status !== 205
  return new Response(hasBody ? body : null, { status, statusText, headers })
}

/** Looks at the first and last character only: the client parses the JSON. */
function formOf(body: string): 'rows' | 'object' | 'empty' | 'other' {
  const text = body.trim()
  if (text === '') return 'empty'
  const ends = `${text[0]}${text.at(-1)}`
  return ends === '[]' ? 'rows' : ends === '{}' ? 'object' : 'other'
}

function isExpected(form: ReturnType<typeof formOf>, { method = 'GET', headers }: RequestInit): boolean {
  const wantsObject = new Headers(headers).get('Accept')?.includes('vnd.pgrst.object') ?? false
  if (method === 'GET') return form === (wantsObject ? 'object' : 'rows')
  return form !== 'other'
}

const quote = (body: string) => (body === '' ? '' : `: ${body.trim().slice(0, 100)}`)

const badGateway = (status: number, message: string) =>
  new Response(JSON.stringify({ code: '', details: null, hint: null, message }), {
    status: status < 400 ? 502 : status,
    headers: { 'Content-Type': 'application/json' },
  })
