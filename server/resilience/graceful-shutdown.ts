/**
 * Stops a listening server without losing a response. `Server.close()` alone closes keep-alive connections at once, even
 * while a request is arriving or a response is being sent, and waits for busy ones without limit.
 */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

export interface StopOptions {
  /** How long an idle connection stays open: its next request may be on the way. */
  lingerMs?: number
  graceMs?: number
}

const LINGER_MS = 1_000
const GRACE_MS = 10_000
const SWEEP_MS = 50
const MAX_DRAIN_MS = 1_000
const QUIET_TURNS = 5

interface Connection {
  underWay: Set<ServerResponse>
  idleSince: number
  bytesRead: number
}

/**
 * Tracks the connections of a server from its start.
 * @returns stops the server: accepts no more connections, closes each after its response, resolves when all are closed
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
    const sweep = setInterval(() => {
      const idle = [...connections.keys()].filter(isIdle)
      // The event loop reads data that has already arrived before it runs this.
      void setImmediate().then(() => {
        for (const socket of idle) if (connections.has(socket) && isIdle(socket)) socket.destroySoon()
      })
    }, SWEEP_MS)
    const forceClose = setTimeout(() => server.closeAllConnections(), graceMs)
    await isClosed
    clearInterval(sweep)
    clearTimeout(forceClose)
  }
}

/** Accepts connections that the system has queued; closing the listener would reset them. One is accepted per turn. */
async function drainAcceptQueue(server: Server): Promise<void> {
  let quietTurns = 0
  const onConnection = () => {
    quietTurns = 0
  }
  server.on('connection', onConnection)
  const giveUpAt = performance.now() + MAX_DRAIN_MS
  for (; quietTurns < QUIET_TURNS && performance.now() < giveUpAt; quietTurns++) await setImmediate()
  server.off('connection', onConnection)
}

function closeAfterResponse(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
