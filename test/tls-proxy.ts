/** A TLS proxy as docs/operations.md has one in front of the site: passes on Host, and says who asked and how. */
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'

export interface TlsProxy {
  port: number
  /** Where the site listens, which is known only after the proxy's port went into SITE_URL. */
  forwardTo(address: string): void
  close(): Promise<void>
}

export async function startTlsProxy(hostname: string): Promise<TlsProxy> {
  let target = ''
  const server = createServer(makeCertificate(hostname), (incoming, outgoing) => {
    const { method, url, headers, socket } = incoming
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': socket.remoteAddress }
    const answered = (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    }
    const inner = request(target + url, { method, headers: { ...headers, ...forwarded } }, answered)
    inner.on('error', () => outgoing.destroy())
    incoming.pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo(address) {
      target = address
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
