/** In front of a PostgreSQL, which a test freezes or cuts off. */
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** Frozen, it keeps its connections and answers nothing; gone, it closes each. */
type Mood = 'well' | 'frozen' | 'gone'

/** @param socketFolder of the PostgreSQL */
export async function startDatabaseProxy(socketFolder: string) {
  const sockets = new Set<Socket>()
  let mood: Mood = 'well'
  function add(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    add(client)
    if (mood === 'gone') client.destroy()
    if (mood !== 'well') return
    const behind = createConnection(`${socketFolder}/.s.PGSQL.5432`)
    add(behind)
    client.pipe(behind).pipe(client)
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const through = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  return {
    /** Of a site through it. */
    environmentOf: (database: string, secret: string) => ({
      DATABASE_URL: through('plateworthy_site', database),
      PUBLIC_DATABASE_URL: through('plateworthy_public', database),
      PUBLIC_KEY_SECRET: secret,
    }),
    turn(next: Mood) {
      mood = next
      for (const socket of sockets)
        if (mood === 'frozen') socket.unpipe().pause()
        else socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
