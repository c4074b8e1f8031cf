/** Timing a sign-in reveals nothing: the work is counted, because times depend on the machine. */

import { expect, test, vi } from 'vitest'
import { openBackend, openData } from '#db/embedded.ts'
import { addRows } from '../rows.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

const argon2Runs = vi.hoisted(() => ({ count: 0 }))

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>()
  const argon2 = (...args: Parameters<typeof original.argon2>) => {
    argon2Runs.count++
    return original.argon2(...args)
  }
  return { ...original, argon2 }
})

vi.resetModules() // another file of this worker may have loaded them with the real argon2
const { signInWithPassword } = await import('#services/people/sign-in.ts')
const { contextOf, joinFirst, PASSWORD } = await import('./sign-in-setup.ts')

test('an address without a person takes the same statements and the same runs of argon2 as one with', async () => {
  const dataDir = temporaryDataDir({ seed: false })
  const backend = openBackend({ dataDir, seed: false })
  const statements: string[] = []
  const database = openData(dataDir, { log: ({ query }) => void statements.push(query.sql) })
  const { person } = await joinFirst(contextOf(database))
  const bob = { email: 'passkey@plates.test', name: 'Bob', role: 'staff', security_stamp: 'x'.repeat(36) }
  await addRows(database, 'people', bob)
  const work = async (email: string, password: string) => {
    statements.length = 0
    argon2Runs.count = 0
    const result = await signInWithPassword(contextOf(database), { email, password })
    expect(result).toEqual({ ok: false, reason: 'refused' })
    return { statements: [...statements], argon2Runs: argon2Runs.count }
  }
  const known = await work(person.email, 'a wrong password')
  expect(known.argon2Runs).toBe(1)
  expect(known.statements).toEqual([
    expect.stringContaining('from "people"'),
    expect.stringContaining('from "sessions"'),
  ])
  expect(await work('nobody@plates.test', PASSWORD)).toEqual(known)
  expect(await work('passkey@plates.test', PASSWORD)).toEqual(known)
  expect(await work('', '')).toEqual(known)
  expect(await work(person.email, 'x'.repeat(100_000))).toEqual(known)
  await database.destroy()
  backend.close()
})
