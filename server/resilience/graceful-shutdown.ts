/** `Server.close()` alone closes keep-alive connections at once, even in mid-request, and waits for busy ones forever. */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** An idle connection stays open this long: its next request may be on the way. */
const LINGER_MS = 1_000
const SWEEP_MS = 50
const MAX_DRAIN_MS = 1_000
const QUIET_TURNS = 5

interface Connection {
  pendingResponses: Set<ServerResponse>
  idleSince: number
  bytesRead: number
}

/** Call it before `listen`. @returns stops the server; resolves when all connections are closed, by force after so long */
export function createGracefulShutdown(server: Server): (graceMs: number) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  let isStopping = false
  server.on('connection', (socket) => {
    connections.set(socket, { pendingResponses: new Set(), idleSince: performance.now(), bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (isStopping) closeAfterResponse(response)
    const connection = connections.get(socket)
    connection?.pendingResponses.add(response)
    response.once('close', () => {
      connection?.pendingResponses.delete(response)
      if (connection) Object.assign(connection, { idleSince: performance.now(), bytesRead: socket.bytesRead })
    })
  })

  return async (graceMs) => {
    await drainAcceptQueue(server)
    isStopping = true
    for (const { pendingResponses } of connections.values()) pendingResponses.forEach(closeAfterResponse)
    const stoppedAt = performance.now()
    const isClosed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    })
    const isIdle = (socket: Socket) => {
      const { pendingResponses, idleSince, bytesRead } = connections.get(socket) as Connection
      const hasLingered = performance.now() - Math.max(idleSince, stoppedAt) >= LINGER_MS
      return hasLingered && pendingResponses.size === 0 && socket.bytesRead === bytesRead
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

/** Closing would reset the connections that the system has queued. Node accepts one per turn of the event loop. */
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
