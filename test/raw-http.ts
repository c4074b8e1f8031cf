/** One request and response over a raw socket, for requests that no HTTP client would send. */
import { connect } from 'node:net'

export interface Exchange {
  /** NaN if there was no response. */
  status: number
  /** As sent, with duplicates. */
  headers: [name: string, value: string][]
  body: string
}

/** Sends these bytes and reads until the server closes the connection or is silent for `quietMs`. */
export function exchange(port: number, sent: string | Uint8Array, quietMs = 2_000): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {}) // the response so far counts
    socket.once('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
    socket.write(sent)
  })
}

function parse(text: string): Exchange {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN),
    headers: lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
    body: text.slice(end + 4),
  }
}
