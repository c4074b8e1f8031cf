/** Single values of a site, each in a row of `site_state`. */
import type { Reader, Transaction } from '#data/tables.ts'

/** Null if there is none. */
export async function readState(reader: Reader, name: string): Promise<string | null> {
  const state = reader.selectFrom('siteState').select('value').where('name', '=', name)
  return (await state.executeTakeFirst())?.value ?? null
}

export async function writeState(transaction: Transaction, name: string, value: string): Promise<void> {
  await transaction
    .insertInto('siteState')
    .values({ name, value })
    .onConflict((same) => same.column('name').doUpdateSet({ value }))
    .execute()
}
