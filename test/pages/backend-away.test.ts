import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createBackendClient } from '../../app/data/client.ts'
import { openBackend } from '../../backend/server.ts'
import { publishSnapshot } from '../../server/archive/publish.ts'
import { openTestSite, temporaryFolder, textOf } from '../helpers.ts'

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function openAwaySite() {
  const dataDir = temporaryFolder()
  const backend = openBackend({ dataDir })
  const client = createBackendClient(
    { url: 'http://embedded.invalid/rest/v1', key: backend.anonKey },
    (input, init) => backend.fetch(new Request(input, init)),
  )
  await publishSnapshot(client, dataDir)
  backend.close()
  return openTestSite({
    DATA_DIR: dataDir,
    BACKEND_URL: `http://127.0.0.1:${await closedPort()}`,
    BACKEND_ANON_KEY: 'public',
  })
}

describe('while the hosted backend is away', () => {
  it.each(['/', '/news', '/info', '/valuations', '/contact', '/about', '/plate-stories', '/sales-explorer'])(
    '%s answers',
    async (path) => {
      const site = await openAwaySite()
      expect((await site.ask(path)).status).toBe(200)
    },
  )

  it('the list of plates is empty, and the log says why', async () => {
    const site = await openAwaySite()
    expect(textOf(await site.read('/plates'))).toContain('There are no plates to show just now.')
    expect(site.faults.map(({ words }) => words)).toContain('Error fetching plates')
  })

  it('a plate is not found', async () => {
    const site = await openAwaySite()
    const page = await site.ask('/plate/7%20W')
    expect(page.status).toBe(503) // gone for now, and not for good
    expect(textOf(await page.text())).toContain("The plate you're looking for is not available.")
  })

  it('the static exports are served', async () => {
    const site = await openAwaySite()
    for (const [path, totalRecords] of [
      ['/data/sales.json', 75],
      ['/data/jersey-sales.json', 3],
    ] as const)
      expect(JSON.parse(await site.read(path))).toMatchObject({ totalRecords })
  })
})

describe('the first start', () => {
  it('publishes the static exports, and the next one leaves them alone', async () => {
    const site = await openTestSite()
    expect((await site.ask('/data/sales.json')).status).toBe(503)
    await site.publishFirstSnapshot()
    const published = await site.read('/data/sales.json')
    expect(JSON.parse(published)).toMatchObject({ totalRecords: 75 })
    await site.publishFirstSnapshot()
    expect(await site.read('/data/sales.json')).toBe(published)
    expect(site.faults).toEqual([])
  })

  it('with a hosted backend that is away says so in the log, and answers', async () => {
    const site = await openTestSite({
      BACKEND_URL: `http://127.0.0.1:${await closedPort()}`,
      BACKEND_ANON_KEY: 'public',
    })
    await site.publishFirstSnapshot()
    expect(site.faults.map(({ words }) => words)).toEqual([
      'The first snapshot of the sales could not be published',
    ])
    expect((await site.ask('/data/sales.json')).status).toBe(503)
  })
})
