/**
 * `fetch` for a backend on the network, which may be slow, broken, or hidden behind somebody else's page. An answer
 * comes whole and within its time or not at all, and what is not in the form of the contract becomes its error 502,
 * so that nobody takes nonsense for “there are no plates”.
 */

/** A thousand rows have a tenth of this; more is no answer to anything we ask. */
export const MAX_ANSWER_BYTES = 32 * 2 ** 20

interface NetworkOptions {
  timeoutMs: number
  maxBytes?: number
}

/** @returns a `fetch` that rejects what cannot be reached or does not finish, and never follows a redirect */
export function checkedFetch({
  timeoutMs,
  maxBytes = MAX_ANSWER_BYTES,
}: NetworkOptions): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const controller = new AbortController()
    const timer = setTimeout(
      () => controller.abort(new Error(`The backend did not finish within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    const abort = () => controller.abort(init.signal?.reason)
    if (init.signal?.aborted) abort()
    init.signal?.addEventListener('abort', abort)
    try {
      // A key is not carried on to wherever a redirect leads.
      const answer = await fetch(input, { ...init, redirect: 'error', signal: controller.signal })
      if (init.method === 'HEAD') return answer
      const body = await readAtMost(answer, maxBytes)
      if (body === null) {
        controller.abort()
        return badGateway(502, `The backend answered more than ${maxBytes} bytes`)
      }
      return checked(answer, body, init)
    } catch (error) {
      throw controller.signal.aborted ? error : new Error(`The backend cannot be reached (${why(error)})`)
    } finally {
      clearTimeout(timer)
      init.signal?.removeEventListener('abort', abort)
    }
  }
}

/** Node tells the reason as the cause, a browser tells none. */
function why(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  return cause?.code ?? (cause?.message || message)
}

async function readAtMost({ headers, body }: Response, bound: number): Promise<string | null> {
  if (Number(headers.get('Content-Length')) > bound) return null
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > bound) return null
    text += decoder.decode(value, { stream: true })
  }
}

function checked({ ok, status, statusText, headers }: Response, body: string, init: RequestInit): Response {
  const form = formOf(body)
  if (!ok && form !== 'object') return badGateway(status, `The backend answered ${status}${quote(body)}`)
  if (ok && !isExpected(form, init))
    return badGateway(502, `The backend answered ${status} in no form of the contract${quote(body)}`)
  const range = headers.get('Content-Range')
  if (ok && range !== null && !/^(?:\d+-\d+|\*)\/(?:\d{1,15}|\*)$/.test(range))
    return badGateway(502, `The backend answered ${status} with the range ${range.slice(0, 40)}`)
  const hasBody = status !== 204 && status !== 205
  return new Response(hasBody ? body : null, { status, statusText, headers })
}

/** What the text is from its first to its last character; whether it is true JSON is for the client to find out. */
function formOf(body: string): 'rows' | 'object' | 'nothing' | 'other' {
  const text = body.trim()
  if (text === '') return 'nothing'
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
  Response.json({ code: '', details: null, hint: null, message }, { status: status < 400 ? 502 : status })
