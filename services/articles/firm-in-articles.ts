/** Updates compiled articles when the firm's settings change: the author's name and the fee tables. */

import type { ShippedContent } from '#content/shipped-content.ts'
import type { Table } from '#content/tables.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import type { Site } from '#site.config.ts'
import type { Log } from '../log.ts'

export interface FirmInArticles {
  /** The firm's name when the articles were built, and its name now. */
  author: { shipped: string; now: string }
  /** The HTML that was compiled, and its replacement. */
  tables: readonly { shipped: string; now: string }[]
}

interface Options {
  /** The settings at build time. */
  defaults: Site
  shipped(): Promise<ShippedContent>
  log: Pick<Log, 'error'>
}

/** @returns a function that answers null if the articles need no changes. It never throws */
export function createFirmInArticles({
  defaults,
  shipped,
  log,
}: Options): (site: Site) => Promise<FirmInArticles | null> {
  let known: { site: Site; firm: Promise<FirmInArticles | null> } | undefined

  async function compare(site: Site): Promise<FirmInArticles | null> {
    const hasOtherFees = JSON.stringify(site.dvlaPremium) !== JSON.stringify(defaults.dvlaPremium)
    if (site.name === defaults.name && !hasOtherFees) return null
    return {
      author: { shipped: defaults.name, now: site.name },
      tables: hasOtherFees ? await changedTables((await shipped()).tables, site) : [],
    }
  }

  return (site) => {
    if (known?.site !== site) {
      const firm = compare(site).catch((error: unknown) => {
        log.error('The fee tables of articles could not be updated from the firm’s settings', error)
        return { author: { shipped: defaults.name, now: site.name }, tables: [] }
      })
      known = { site, firm }
    }
    return known.firm
  }
}

async function changedTables(shipped: ReadonlyMap<string, Table | null>, { dvlaPremium }: Site) {
  // Loaded lazily with its parsers, which a site with the rates of its build never needs.
  const [{ feeTables }, { compileMarkdown, parseBody }] = await Promise.all([
    import('#content/fee-tables.ts'),
    import('#content/markdown.ts'),
  ])
  /** The table with the markup that articles put around it. */
  const htmlOf = (table: Table): string => {
    const quotables = {
      facts: {},
      isInvalidFact: () => false,
      tables: new Map([['it', structuredClone(table)]]),
      hasPicture: () => false,
    }
    return compileMarkdown(parseBody('{{table:it}}'), quotables, () => {}).html
  }
  return [...feeTables(feeRegimes(dvlaPremium))].flatMap(([name, table]) => {
    const before = shipped.get(name)
    const change = before && { shipped: htmlOf(before), now: htmlOf(table) }
    return change && change.shipped !== change.now ? [change] : []
  })
}
