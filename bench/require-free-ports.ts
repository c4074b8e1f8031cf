import { once } from 'node:events'
import { createServer } from 'node:net'

/** @throws Error if a program listens on one of them, which would answer in place of the one that is to be started */
export async function requireFreePorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening').catch(() => {
      throw new Error(`Port ${port} is in use, as by another trial: stop that, or give another port.`)
    })
    server.close()
    await once(server, 'close')
  }
}
