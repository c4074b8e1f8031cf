// The desk's pages over 10,000 plates, 50,000 enquiries and 100,000 page counts, from the built site, one request after
// another.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackend } from '#db/embedded.ts'
import { changePlates } from '#test/change-rows.ts'
import { deleteRows } from '#test/rows.ts'
import { SiteProcess } from '#test/site-process.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { withData } from '#test/with-data.ts'
import { fillEnquiries } from './fill-enquiries.ts'
import { fillPageViews } from './fill-page-views.ts'
import { joinDesk } from './join-desk.ts'
import { describeMachine } from './machine.ts'
import { median, quantile } from './statistics.ts'

const PLATES = 10_000
const ENQUIRIES = 50_000
const PAGE_VIEWS = 100_000
const TIMES = 40
const PAGES = [
  '/desk',
  '/desk/enquiries',
  '/desk/enquiries?status=all&page=1000',
  '/desk/enquiries?status=all&q=windmill',
  '/desk/enquiries/ENQ-0002-5000',
  '/desk/stock',
  '/desk/stock?status=all&page=90',
  '/desk/stock?q=sam',
  '/desk/changes',
  '/desk/numbers',
  '/desk/numbers?days=90',
]

const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-desk-pages-'))
openBackend({ dataDir, seed: false }).close()
fillEnquiries(dataDir, ENQUIRIES)
fillPageViews(dataDir, PAGE_VIEWS)
const site = new SiteProcess({ DATA_DIR: dataDir })
await site.start()
try {
  await withData(dataDir, (database) => deleteRows(database, 'plates', { is_demonstration: true }))
  const changes = makeStock(PLATES).map(({ registration, priceGbp, description }) => ({
    id: null,
    plate: { registration, priceGbp, description, isAvailable: true },
    details: { status: 'for_sale' as const },
  }))
  await withData(dataDir, (database) =>
    changePlates(database, {
      actor: { person: 'Ann', via: 'desk' },
      action: 'import',
      change: 'all',
      changes,
    }),
  )
  const visitor = await withData(dataDir, (database) => joinDesk(database, site.address))
  console.log(
    `${describeMachine()}\n${PLATES} plates, ${ENQUIRIES} enquiries, ${PAGE_VIEWS} counts of pages, ${TIMES} requests of each page\n`,
  )
  for (const path of PAGES) {
    const times: number[] = []
    let bytes = 0
    for (let time = -3; time < TIMES; time++) {
      const began = performance.now()
      const response = await visitor.send(path, { headers: { 'Accept-Encoding': 'identity' } })
      bytes = (await response.arrayBuffer()).byteLength
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      if (time >= 0) times.push(performance.now() - began)
    }
    const show = (ms: number) => `${ms.toFixed(0)} ms`.padStart(7)
    const size = `${(bytes / 1000).toFixed(0)} kB`.padStart(7)
    console.log(`${path.padEnd(40)} p50 ${show(median(times))}, p95 ${show(quantile(times, 0.95))}, ${size}`)
  }
} finally {
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
