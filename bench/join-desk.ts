import type { Database } from '#data/tables.ts'
import { DeskVisitor, readFirstLink } from '#test/desk.ts'

/** A browser of the first person at the desk of a new site. */
export async function joinDesk(database: Database, address: string): Promise<DeskVisitor> {
  const visitor = new DeskVisitor((path, init) => fetch(address + path, init), address)
  await visitor.join(await readFirstLink(database, address), { name: 'Ann', email: 'ann@plates.test' })
  return visitor
}
