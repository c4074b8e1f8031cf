import { type AddressInfo, createConnection, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Stands before PostgreSQL and loses the answer to a commit: the first, and the next one after each `lose`. */
export async function openLossyProxy(socket: string) {
  let losses = 1
  let lost = 0
  const server = createServer((client) => {
    const database = createConnection(socket)
    let isLosing = false
    client.on('data', (chunk) => {
      if (losses > 0 && /commit\0$/i.test(chunk.toString('latin1'))) {
        losses -= 1
        isLosing = true
      }
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (!isLosing) return client.write(chunk)
      lost += 1
      database.destroy()
      return client.destroy()
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    port: (server.address() as AddressInfo).port,
    lose() {
      losses += 1
    },
    lost: () => lost,
  }
}
