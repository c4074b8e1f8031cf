import type { BackendClient } from '#shared/data/client.ts'
import { DeskVisitor, readFirstLink } from '#test/desk.ts'

/** A browser of the first person at the desk of a new site. @param client with the service key */
export async function joinDesk(client: BackendClient, address: string): Promise<DeskVisitor> {
  const visitor = new DeskVisitor((path, init) => fetch(address + path, init), address)
  await visitor.join(await readFirstLink(client, address), { name: 'Ann', email: 'ann@plates.test' })
  return visitor
}
