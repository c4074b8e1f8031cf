/** A keep-alive client that sends any bytes as an address and accepts any response. */
import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  header(name: string): string | undefined
  body: Buffer
}

const NO_ANSWER_MS = 15_000

export class RawClient {
  readonly #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /**
   * @param address a character for each byte
   * @throws if the server disconnects, does not respond, or sends invalid HTTP
   */
  async ask(method: string, address: string, headers: Record<string, string>, body?: Uint8Array) {
    const head = [
      'Host: plates.test',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body ? [`Content-Length: ${body.byteLength}`] : []),
    ]
    const request = Buffer.concat([
      Buffer.from(`${method} ${address} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`, 'latin1'),
      body ?? Buffer.alloc(0),
    ])
    const kept = this.#socket
    try {
      return await this.#exchange(request, method === 'HEAD')
    } catch (error) {
      // The server may have just closed the idle connection.
      if (!kept || !(error instanceof HungUp)) throw error
      return this.#exchange(request, method === 'HEAD')
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #exchange(request: Buffer, isHead: boolean): Promise<Answer> {
    this.#socket ??= connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      const withFallback = (result: Answer | Error) => {
        clearTimeout(timer)
        socket.removeAllListeners()
        socket.on('error', () => {})
        if (result instanceof Error || result.header('connection') === 'close') this.close()
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      const timer = setTimeout(() => withFallback(new Error('The server says nothing')), NO_ANSWER_MS)
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const answer = parseAnswer(received, isHead, false)
        if (answer) withFallback(answer)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        withFallback((received.length > 0 && parseAnswer(received, isHead, true)) || new HungUp())
      })
      socket.write(request)
    })
  }
}

class HungUp extends Error {
  override message = 'The server hung up without an answer'
}

function parseAnswer(bytes: Buffer, isHead: boolean, isEnd: boolean): Answer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (!status) throw new Error(`This is no HTTP: ${first}`)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const rest = bytes.subarray(end + 4)
  const body =
    isHead || status === 204 || status === 304
      ? Buffer.alloc(0)
      : headers.get('transfer-encoding') === 'chunked'
        ? unchunk(rest)
        : headers.has('content-length')
          ? whole(rest, Number(headers.get('content-length')))
          : isEnd
            ? rest
            : null
  return body && { status, header: (name) => headers.get(name), body }
}

const whole = (bytes: Buffer, length: number) => (bytes.length >= length ? bytes.subarray(0, length) : null)

function unchunk(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const length = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (bytes.length < line + 2 + length + 2) return null
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
}
