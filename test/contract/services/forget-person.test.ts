/** Forgetting a person: the dealer's notes about them in the stock, on both backends. */

import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { NO_SUCH_CHANGE } from '#services/changes/undoable-batches.ts'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { forgetPerson } from '#services/retention/forget-person.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { previewUndo } from '#services/stock/undo-change.ts'
import type { PlateForm } from '#shared/plates/columns.ts'
import { asContact } from '../../enquiries/messages.ts'
import { storeEnquiry } from '../../enquiries/store-enquiry.ts'
import { findPlate } from '../../find-plate.ts'
import { addRows, findRows } from '../../rows.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { plates } from '../fixture.ts'
import { openServices } from './open-services.ts'

const contract = openServices()
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }
const now = new Date()
const EMAIL = 'z_quixote@visitor.example'

beforeEach(async () => {
  await contract().fill({ plates, sales: [], jersey_sales: [] })
})

const ask = (name: string, email = EMAIL) => storeEnquiry(contract().database, asContact({ name, email }))

async function note(registration: string, notes: string) {
  const plate = await findPlate(database(), registration)
  const { batch } = await editPlate(
    database(),
    { id: plate.id, seenAt: plate.updatedAt },
    { notes },
    ann,
    keepDeals,
  )
  return String(batch)
}

async function reserve(registration: string, name: string) {
  const plate = await findPlate(database(), registration)
  await setStatus(database(), [plate], { status: 'reserved', until: '2099-01-01', for: name }, ann)
}

async function forget(email = EMAIL) {
  const addresses = { firm: 'Plateworthy', from: 'website@plates.example', to: ['dealer@plates.example'] }
  const dataDir = temporaryFolder()
  const { database } = contract()
  const options = { database, dataDir, addresses, eraseDeleted: async () => true }
  const forgotten = await forgetPerson(options, email, ann)
  return { ...forgotten, plates: forgotten.plates.map(({ registration }) => registration) }
}

const copies = async () => {
  const data = await findRows(database(), 'plate_changes', ['plate_number'], {}, ['plate_number'])
  return data.map((row) => row.plate_number)
}

it('forgetting a person removes the enquiries of an address that is pasted with invisible characters', async () => {
  await ask('Zachary')
  expect((await forget(`\u202a${EMAIL}\u202c\u200b`)).enquiries).toHaveLength(1)
})

it('forgetting a person names the plates whose notes or reservation contain the address in any case, and leaves them as they are', async () => {
  await note('A 1', `Rang.\nZ_Quixote@Visitor.EXAMPLE wants it`)
  await reserve('B 2', EMAIL)
  await note('C 3', 'zXquixote@visitor.example is somebody else')
  expect((await forget(` ${EMAIL.toUpperCase()} `)).plates).toEqual(['A 1', 'B 2'])
  expect((await findPlate(database(), 'A 1')).notes).toContain('wants it')
})

it('forgetting a person names the plates that are reserved for a name of the enquiries; a name in notes is no match', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `Zachary ${index}00%*`)
  for (const name of [...names, 'Al']) await ask(name)
  await reserve('A 1', 'ZACHARY 900%* of Leeds')
  await reserve('B 2', 'Alfred Sallow')
  await note('C 3', 'Not for Zachary 000%*')
  expect((await forget()).plates).toEqual(['A 1'])
  await ask('Al')
  await reserve('C 3', 'AL')
  expect((await forget()).plates).toEqual(['C 3'])
})

it('forgetting a person names the plates of which they are the holder or nominee', async () => {
  const name = (registration: string, form: PlateForm) =>
    findPlate(database(), registration).then((plate) => editPlate(database(), plate, form, ann, keepDeals))
  await name('A 1', { holder: 'Mr Zachary Quill' })
  await name('B 2', { nominee: 'ZACHARY QUILL' })
  await name('C 3', { holder: 'us', nominee: 'open' })
  await ask('Zachary Quill')
  expect((await forget()).plates).toEqual(['A 1', 'B 2'])
})

it('forgetting a person removes the copies kept for undo that contain the address, and only those', async () => {
  const first = await note('A 1', `For ${EMAIL.toUpperCase()}`)
  const second = await note('A 1', 'Nothing')
  const other = await note('B 2', 'For zXquixote@visitor.example')
  expect((await forget()).plateChanges).toBe(2)
  expect(await copies()).toEqual(['B 2'])
  for (const batch of [first, second])
    expect((await previewUndo(database(), batch, now)).refusal?.message).toBe(NO_SUCH_CHANGE)
  expect((await previewUndo(database(), other, now)).refusal).toBeNull()
})

it('forgetting a person removes more copies than fit into one request', async () => {
  const row = { batch: crypto.randomUUID(), person: 'Ann', action: 'edit', plate_id: crypto.randomUUID() }
  const rows = Array.from({ length: 230 }, (_, index) => ({
    ...row,
    plate_number: `A ${index}`,
    after: JSON.stringify({ plate: {}, details: { notes: `for ${EMAIL}` } }),
  }))
  await addRows(database(), 'plate_changes', rows)
  expect((await forget()).plateChanges).toBe(230)
  expect(await copies()).toEqual([])
})

it('forgetting a person finds nothing in the stock for an incomplete address, and accepts the longest one', async () => {
  await note('A 1', `For ${EMAIL}`)
  for (const text of ['', '@', 'quixote', '%@%.%'])
    expect(await forget(text)).toMatchObject({ plates: [], plateChanges: 0 })
  const long = `${'_'.repeat(64)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.test`
  expect(await forget(long)).toMatchObject({ plates: [], plateChanges: 0 })
  expect(await copies()).toEqual(['A 1'])
})

it('forgetting a person names the deals that the firm keeps for its accounts, and removes the others', async () => {
  await ask('Zachary')
  const data = await findRows(database(), 'enquiries', ['id'], { email: EMAIL })
  const deal = (number: number, is_kept: boolean) => ({
    ...{
      enquiry_id: String(data[0]?.id),
      reference: 'ENQ-1',
      kind: 'sale',
      plate_number: `AB ${number}`,
      token: String(number).padStart(43, '0'),
    },
    ...{ name: 'Zachary', amount: 100, valid_until: '2099-01-01', is_kept },
  })
  await addRows(database(), 'deals', [deal(1, true), deal(2, false)])
  expect((await forget()).keptDeals).toEqual(['AB 1'])
  const left = await findRows(database(), 'deals', ['plate_number'])
  expect(left).toEqual([{ plate_number: 'AB 1' }])
})
