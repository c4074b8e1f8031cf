/**
 * Ends a listening server so that nobody who was let in loses an answer. `Server.close()` alone ends kept
 * connections at once, also those on which a request is just arriving or an answer is still on its way, and lets a
 * busy one go on for ever.
 */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

export interface StopOptions {
  /** An idle connection may be about to ask: it gets this long before it is ended. */
  lingerMs?: number
  /** After this long whoever is still reading or writing is cut off. */
  graceMs?: number
}

const LINGER_MS = 1_000
const GRACE_MS = 10_000
const TIDY_EVERY_MS = 50
const LONGEST_QUEUE_MS = 1_000
const QUIET_TURNS = 5

/** What is known of a connection. */
interface Connection {
  underWay: Set<ServerResponse>
  /** Since when it neither asks nor is answered, and what it had sent until then. */
  idleSince: number
  bytesRead: number
}

/**
 * Watches a server from its start on.
 * @returns what stops it: no more connections, each answer the last on its own, and the end when all are gone
 */
export function makeGracefulShutdown(server: Server): (options?: StopOptions) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  let isStopping = false
  server.on('connection', (socket) => {
    connections.set(socket, { underWay: new Set(), idleSince: performance.now(), bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (isStopping) closeAfterResponse(response)
    const connection = connections.get(socket)
    connection?.underWay.add(response)
    response.once('close', () => {
      connection?.underWay.delete(response)
      if (connection) Object.assign(connection, { idleSince: performance.now(), bytesRead: socket.bytesRead })
    })
  })

  return async ({ lingerMs = LINGER_MS, graceMs = GRACE_MS } = {}) => {
    await drainAcceptQueue(server)
    isStopping = true
    for (const { underWay } of connections.values()) underWay.forEach(closeAfterResponse)
    const stoppedAt = performance.now()
    const isClosed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    })
    const isIdle = (socket: Socket) => {
      const { underWay, idleSince, bytesRead } = connections.get(socket) as Connection
      const hasLingered = performance.now() - Math.max(idleSince, stoppedAt) >= lingerMs
      return hasLingered && underWay.size === 0 && socket.bytesRead === bytesRead
    }
    const tidying = setInterval(() => {
      const idle = [...connections.keys()].filter(isIdle)
      // What has arrived and was not read yet is read before this.
      void setImmediate().then(() => {
        for (const socket of idle) if (connections.has(socket) && isIdle(socket)) socket.destroySoon()
      })
    }, TIDY_EVERY_MS)
    const cutting = setTimeout(() => server.closeAllConnections(), graceMs)
    await isClosed
    clearInterval(tidying)
    clearTimeout(cutting)
  }
}

/** Who has connected and was not let in yet would be turned away with the listener; a turn of the loop lets in one. */
async function drainAcceptQueue(server: Server): Promise<void> {
  let quietTurns = 0
  const onConnection = () => {
    quietTurns = 0
  }
  server.on('connection', onConnection)
  const giveUpAt = performance.now() + LONGEST_QUEUE_MS
  for (; quietTurns < QUIET_TURNS && performance.now() < giveUpAt; quietTurns++) await setImmediate()
  server.off('connection', onConnection)
}

function closeAfterResponse(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
