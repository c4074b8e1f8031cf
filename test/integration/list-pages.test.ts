import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { fillStock } from '../fill-stock.ts'
import { openTestSite } from '../open-test-site.ts'
import { makeStock } from '../synthetic-stock.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

test('the list of plates continues after five pages together on a page of its own', async () => {
  const dataDir = temporaryDataDir()
  const plates = makeStock(300)
  fillStock(dataDir, plates)
  const site = await openTestSite({ DATA_DIR: dataDir })
  const open = async (query: string) => {
    const page = parse(await site.read(`/plates?${query}`))
    const links = page.querySelectorAll('main a[href^="/plates?"]')
    return {
      cards: page.querySelectorAll('.plate-card .card-link').map((card) => card.getAttribute('aria-label')),
      paths: links.map((link) => link.getAttribute('href')),
    }
  }
  const { cards, paths } = await open('page=1-5')
  expect(cards).toHaveLength(240)
  expect(paths).toContain('/plates?page=6')
  expect(paths.filter((path) => path?.includes('-'))).toEqual([])
  expect((await open('page=1-4')).paths).toContain('/plates?page=1-5')
  expect((await open('page=6')).cards[0]).toBe(`Enquire about ${plates[240]?.registration}`)
})
