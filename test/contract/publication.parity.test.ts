// From Publish to the public page: on the publishing server, on another server of the same hosted backend, and
// embedded.
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { readShippedContent } from '#content/shipped-content.ts'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { emptyContent } from '#services/articles/article-content.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { publishArticle, withdrawArticle } from '#services/articles/publish-article.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestSite } from '../open-test-site.ts'
import { openHostedServer } from './open-contract.ts'

const { databaseUrl, environment } = openHostedServer()
const ann = { person: 'Ann', via: 'desk' } as const
const LOOK_MS = 15_000

afterEach(() => void vi.useRealTimers())

async function publish(database: Database) {
  const shipped = await readShippedContent()
  const content = { ...emptyContent('news', 'Ann'), title: 'A zebra', summary: 'It ran.', body: 'Far.' }
  const { article } = await createArticle(database, shipped, { section: 'news', content, actor: ann })
  await publishArticle(database, shipped, { id: article.id, revision: 0, actor: ann })
  const withdraw = () => withdrawArticle(database, shipped, { id: article.id, actor: ann })
  return { path: article.path, withdraw }
}

it('a published or withdrawn article shows on the embedded backend with the next request', async () => {
  const site = await openTestSite()
  expect((await site.ask('/news/a-zebra')).status).toBe(404)
  const { path, withdraw } = await publish(openTestData(site.dataDir))
  expect((await site.ask(path)).status).toBe(200)
  await withdraw()
  expect((await site.ask(path)).status).toBe(410)
})

it('a published or withdrawn article shows on every server of a hosted backend within 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const database = openPostgres(databaseUrl)
  onTestFinished(() => database.destroy())
  const sites = [await openTestSite(environment), await openTestSite(environment)]
  const answers = async (path: string) =>
    Promise.all(sites.map(async (site) => (await site.ask(path)).status))
  expect(await answers('/news/a-zebra')).toEqual([404, 404])
  const { path, withdraw } = await publish(database)
  vi.advanceTimersByTime(LOOK_MS)
  await expect.poll(() => answers(path)).toEqual([200, 200])
  await withdraw()
  vi.advanceTimersByTime(LOOK_MS)
  await expect.poll(() => answers(path)).toEqual([410, 410])
  for (const { faults } of sites) expect(faults).toEqual([])
})
