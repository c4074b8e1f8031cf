/** Reads of strangers over PostgreSQL: the role that they have, and the connections that they share over all sites. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { RestError } from '#packages/sqlite-rest/errors.ts'
import { openPublicReads } from '#server/public-reads.ts'
import { openHostedServer } from './open-contract.ts'

const { publicDatabaseUrl } = openHostedServer()

function openSite() {
  const site = openPublicReads(publicDatabaseUrl)
  onTestFinished(() => site.close())
  return (text: string) => site.run({ text, values: [] }, { client: '' })
}

async function codeOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof RestError ? `${error.status} ${error.code}` : String(error)
}

it('Two sites take turns with the one connection that strangers have', async () => {
  const [one, other] = [openSite(), openSite()]
  const turns: string[] = []
  const until = Date.now() + 3_000
  const keepAsking = async (name: string, ask: typeof one) => {
    while (Date.now() < until) {
      await ask('SELECT pg_sleep(0.1)')
      turns.push(name)
    }
  }
  await Promise.all([keepAsking('one', one), keepAsking('other', other)])
  const ofOne = turns.filter((name) => name === 'one').length
  expect(Math.min(ofOne, turns.length - ofOne)).toBeGreaterThanOrEqual(3)
})

it('A site gives the connection back a moment after its last read', async () => {
  const [one, other] = [openSite(), openSite()]
  await one('SELECT 1')
  const began = performance.now()
  await other('SELECT 1')
  expect(performance.now() - began).toBeLessThan(1_500)
})

it('What cannot be read within three seconds is refused', async () => {
  const holder = new pg.Client(publicDatabaseUrl)
  await sleep(200)
  await holder.connect()
  onTestFinished(() => holder.end())
  const began = performance.now()
  expect(await codeOf(openSite()('SELECT 1'))).toBe('503 55P03')
  expect(performance.now() - began).toBeGreaterThan(2_500)
})

it('A statement of strangers ends after a second, uses one core, changes nothing, and reads nothing private', async () => {
  const ask = openSite()
  expect(await codeOf(ask('SELECT pg_sleep(2)'))).toBe('503 57014')
  expect(await ask('SHOW max_parallel_workers_per_gather')).toEqual({ maxParallelWorkersPerGather: '0' })
  for (const text of ['SELECT id FROM enquiries', 'SELECT id FROM people', 'SELECT id FROM stock'])
    expect(await codeOf(ask(text))).toContain('permission denied')
  expect(await codeOf(ask('DELETE FROM plates'))).toMatch(/permission denied|read-only/)
  expect(await codeOf(ask('CREATE TABLE mine (id integer)'))).toMatch(/permission denied|read-only/)
})
