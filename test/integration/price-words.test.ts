import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { SELECTION_SENTENCES, SELECTIONS } from '#shared/sales/sale.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

interface Row {
  plate: string
  selection: string
  hammer?: number
  total?: number
  basis: string
}

async function openSiteWith(rows: Row[]) {
  const dataDir = temporaryDataDir()
  openBackend({ dataDir }).close()
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  const insert = database.prepare(
    `INSERT INTO sales (id, plate_number, where_sold, sale_year, sale_month, hammer_price, total_price, price_basis, selection)
     VALUES (?, ?, 'Plateworthy', 2024, 5, ?, ?, ?, ?)`,
  )
  for (const { plate, selection, hammer, total, basis } of rows)
    insert.run(crypto.randomUUID(), plate, hammer ?? null, total ?? null, basis, selection)
  database.close()
  return openTestSite({ DATA_DIR: dataDir })
}

it('a sale of our own comes from our own records', async () => {
  const site = await openSiteWith([{ plate: 'OWN 7', selection: 'own', total: 7_000, basis: 'total' }])
  const text = textOf(await site.read('/registration/OWN7'))
  expect(text).toContain('Source: our own records')
  expect(text).toContain('On record because we sold it.')
  expect(text).toContain('Total price reported £7,000')
  expect(text).not.toContain('not recorded')
})

it('the page of every sale says how it came to be on record', async () => {
  const site = await openSiteWith(
    SELECTIONS.map((selection, n) => ({ plate: `SEL ${n + 1}`, selection, total: 900, basis: 'total' })),
  )
  for (const [n, selection] of SELECTIONS.entries())
    expect(textOf(await site.read(`/registration/SEL${n + 1}`))).toContain(SELECTION_SENTENCES[selection])
})

it('a price of the explorer has a word unless it is of the usual kind, and in the hidden table always, without hovering', async () => {
  const site = await readTestSite()
  for (const path of ['/sales-explorer', '/sales-explorer?sort=sale_date', '/jersey/sales-explorer']) {
    const html = await site.read(path)
    for (const [table = ''] of html.matchAll(/<table[\s\S]*?<\/table>/g)) {
      if (/<th[^>]*>Median/.test(table)) continue // a median of many sales
      const cells = [...table.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
        textOf(cell).trim(),
      )
      const prices = cells.filter((cell) => cell.startsWith('£'))
      const isHidden = table.includes('Top 50')
      for (const price of prices)
        expect(price).toMatch(isHidden ? /(reported|computed)\)?$/ : /^£[\d,]+( .*(reported|computed)\)?)?$/)
    }
    if (path === '/sales-explorer')
      expect(textOf(html)).toMatch(/£530,000 computed\s+£608,600 reported\s.*£400,000\s+£518,480 reported\s/)
    expect(html).not.toMatch(/data-tooltip="[^"]*(omputed|eported)/)
  }
})
