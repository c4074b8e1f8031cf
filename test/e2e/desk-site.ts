/** The `test` of the desk: a built site for each worker, with an owner who is signed in in the browser. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#data/tables.ts'
import { openData } from '#db/embedded.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { DeskVisitor, readFirstLink } from '../desk.ts'
import { putRow } from '../rows.ts'
import { SiteProcess } from '../site-process.ts'
import { test as base, expect } from './base.ts'

export { expect }

/** Tests of a worker share its site, so each has plates, sales, articles and people of its own. */
export const test = base.extend<object, { desk: DeskSite }>({
  // Every test of the desk is one of an old browser, too.
  isOldest: true,
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
    async ({}, use) => {
      const desk = await DeskSite.open()
      await use(desk)
      await desk.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, desk }, use) => {
    await desk.signIn(context)
    await use(context)
  },
})

export class DeskSite {
  readonly dataDir: string
  readonly database: Database
  /** The owner. */
  readonly ann: DeskVisitor
  readonly #site: SiteProcess

  private constructor(dataDir: string, site: SiteProcess) {
    this.dataDir = dataDir
    this.#site = site
    this.database = openData(dataDir)
    this.ann = new DeskVisitor((path, init) => fetch(this.address + path, init), this.address)
  }

  static async open(ownerName = 'Ann'): Promise<DeskSite> {
    const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-desk-'))
    const site = new SiteProcess({ DATA_DIR: dataDir })
    await site.start()
    const desk = new DeskSite(dataDir, site)
    const link = await readFirstLink(desk.database, desk.address)
    await desk.ann.join(link, { name: ownerName, email: 'ann@plates.test' })
    return desk
  }

  get address(): string {
    return this.#site.address
  }

  /** Notes a certificate for a plate, so that the desk does not ask about a missing one. */
  async noteCertificate(registration: string): Promise<void> {
    const { id } = (await findStockPlate(this.database, { registration })) ?? { id: '' }
    const details = { status: 'for_sale', document: 'V778', document_number: 'X1', holder: 'us' }
    await putRow(this.database, 'plate_details', { id }, details)
  }

  signIn(context: BrowserContext): Promise<void> {
    const cookies = [...this.ann.cookies].map(([name, value]) => ({ name, value, url: this.address }))
    return context.addCookies(cookies)
  }

  /** @param path below /desk */
  goto(page: Page, path: string) {
    return page.goto(`${this.address}/desk${path}`)
  }

  async close(): Promise<void> {
    await this.database.destroy()
    await this.#site.stop()
    rmSync(this.dataDir, { recursive: true })
  }
}
