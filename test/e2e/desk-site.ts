/** A built site with an owner at its desk, for the tests of one file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DeskVisitor, openServiceClient, readFirstLink } from '../desk.ts'
import { SiteProcess } from '../site-process.ts'

export class DeskSite {
  readonly dataDir: string
  readonly client: BackendClient
  /** The owner. */
  readonly ann: DeskVisitor
  readonly #site: SiteProcess

  private constructor(dataDir: string, site: SiteProcess) {
    this.dataDir = dataDir
    this.#site = site
    this.client = openServiceClient(dataDir, site.address, fetch)
    this.ann = this.newVisitor()
  }

  static async open(ownerName = 'Ann'): Promise<DeskSite> {
    const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-desk-'))
    const site = new SiteProcess({ DATA_DIR: dataDir })
    await site.start()
    const desk = new DeskSite(dataDir, site)
    const link = await readFirstLink(desk.client, desk.address)
    await desk.ann.join(link, { name: ownerName, email: 'ann@plates.test' })
    return desk
  }

  get address(): string {
    return this.#site.address
  }

  newVisitor(): DeskVisitor {
    return new DeskVisitor((path, init) => fetch(this.address + path, init), this.address)
  }

  signIn(context: BrowserContext, visitor = this.ann): Promise<void> {
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: this.address }))
    return context.addCookies(cookies)
  }

  /** @param path below /desk */
  goto(page: Page, path: string) {
    return page.goto(`${this.address}/desk${path}`)
  }

  async close(): Promise<void> {
    await this.#site.stop()
    rmSync(this.dataDir, { recursive: true })
  }
}
