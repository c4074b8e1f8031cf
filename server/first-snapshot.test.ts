import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { SALES_COMPILED_AT } from '#db/seed.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { editRows, findRows } from '#test/rows.ts'
import { JERSEY_SALES, SALES } from '#test/seed-sales.ts'
import { temporaryDataDir } from '#test/temporary-folder.ts'
import { withData } from '#test/with-data.ts'
import { createArchiveHandler } from './archive-handler.ts'
import { publishFirstSnapshot, SNAPSHOT_NOT_PUBLISHED } from './first-snapshot.ts'

const OPEN_FILES = '/proc/self/fd'

function open({ isEmbedded }: { isEmbedded: boolean }) {
  const dataDir = temporaryDataDir()
  const backend = openBackend({ dataDir })
  onTestFinished(() => backend.close())
  const faults: string[] = []
  const state = { isAway: false }
  const client = createBackendClient(
    { url: 'http://backend.invalid/rest/v1', key: backend.anonKey },
    async (input, init) =>
      state.isAway ? new Response('', { status: 503 }) : backend.fetch(new Request(input, init)),
  )
  const log = { request() {}, info() {}, error: (message: string) => void faults.push(message) }
  const archive = createArchiveHandler(dataDir, log.error)
  return {
    client,
    archive,
    dataDir,
    faults,
    state,
    publish: () => publishFirstSnapshot({ archive, client, isEmbedded, dataDir, log }),
  }
}

it('the first snapshot of the sales that ship is dated by the day of their compilation', async () => {
  const { archive, publish, faults } = open({ isEmbedded: true })
  await publish()
  const { exportedAt, totalRecords } = await archive.read('sales')
  expect([exportedAt, totalRecords]).toEqual([new Date(SALES_COMPILED_AT).toISOString(), SALES])
  expect(faults).toEqual([])
})

it.each(['sales', 'jersey_sales'] as const)(
  'the first snapshot is dated by its minute once the dealer has changed %s',
  async (table) => {
    const { archive, dataDir, publish } = open({ isEmbedded: true })
    const before = new Date().toISOString()
    await withData(dataDir, async (database) => {
      const [{ id = '' } = {}] = await findRows(database, table, ['id'])
      await editRows(database, table, { id }, { note: 'Checked' })
    })
    await publish()
    expect((await archive.read('sales')).exportedAt?.localeCompare(before)).toBeGreaterThanOrEqual(0)
  },
)

it('the sales that ship are published while a hosted backend is away', async () => {
  const { archive, faults, state, publish } = open({ isEmbedded: false })
  state.isAway = true
  await publish()
  for (const [name, totalRecords] of [
    ['sales', SALES],
    ['jersey-sales', JERSEY_SALES],
  ] as const)
    expect(await archive.read(name)).toMatchObject({
      exportedAt: new Date(SALES_COMPILED_AT).toISOString(),
      totalRecords,
    })
  expect(faults).toEqual([SNAPSHOT_NOT_PUBLISHED])
})

it.skipIf(!existsSync(OPEN_FILES))(
  'an export that nobody reads, or not to its end, leaves no file open',
  async () => {
    const { archive, dataDir, publish } = open({ isEmbedded: true })
    await publish()
    const openFiles = () =>
      readdirSync(OPEN_FILES).filter((file) => {
        try {
          return readlinkSync(join(OPEN_FILES, file)).startsWith(join(dataDir, 'archive'))
        } catch {
          return false // closed since it was listed
        }
      })
    const request = new Request('http://site.test/data/sales.json')
    const unread = await archive.answer(request, 'sales')
    expect([unread.status, openFiles()]).toEqual([200, []])
    const reader = unread.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    await expect.poll(openFiles).toEqual([])
  },
)
