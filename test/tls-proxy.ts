/** A TLS proxy as in docs/operations.md: forwards Host, X-Forwarded-For and X-Forwarded-Proto. */
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'

export interface TlsProxy {
  port: number
  /** Set after the start, since the site's SITE_URL contains the proxy's port. */
  forwardTo(address: string): void
  close(): Promise<void>
}

export async function startTlsProxy(hostname: string): Promise<TlsProxy> {
  let target = ''
  const server = createServer(makeCertificate(hostname), (incoming, outgoing) => {
    const { method, url, headers, socket } = incoming
    if (!socket.remoteAddress) return outgoing.destroy() // the browser has closed the connection
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
