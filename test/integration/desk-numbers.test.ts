/** The numbers of the desk: charts with their tables, by period and as files. */
import { expect, test } from 'vitest'
import { londonDay } from '#services/london-time.ts'
import { changePlates } from '#test/change-rows.ts'
import { fillNumbers } from '../fill-numbers.ts'
import { DeskPage } from './desk-page.ts'
import { openDesk } from './open-desk.ts'

test('every section of the numbers says so if there are no data yet', async () => {
  const { owner } = await openDesk()
  const { text, root } = await DeskPage.open(owner, '/desk/numbers')
  expect(text).toContain('No enquiries in the last twelve months.')
  expect(text).toContain('No sales are dated within the last twelve months.')
  expect(text).toContain('In the last four weeks, no search without a result')
  expect(root.querySelectorAll('table, svg[role=img]')).toEqual([])
})

test('the numbers say that a plate of the demonstration that was sold is in none of them', async () => {
  const { database, owner } = await openDesk()
  const leftOut = 'One sold plate of the demonstration is left out, here and in the file for the accountant.'
  expect((await DeskPage.open(owner, '/desk/numbers')).text).not.toContain('left out, here')
  await changePlates(database, {
    actor: { person: 'Ann', via: 'desk' },
    action: 'sell',
    change: 'one',
    changes: [
      {
        id: null,
        plate: { registration: 'NU 11', isAvailable: false, isDemonstration: true },
        details: { status: 'sold', soldOn: londonDay(new Date()), soldPriceGbp: 5_000 },
      },
    ],
  })
  expect((await DeskPage.open(owner, '/desk/numbers')).text).toContain(leftOut)
})

test('each section of the numbers is a chart with its table and its file, and unknown costs are marked', async () => {
  const { database, owner } = await openDesk()
  await fillNumbers(database)
  const page = await DeskPage.open(owner, '/desk/numbers')
  const charts = page.root.querySelectorAll('svg[role=img]').map((chart) => chart.getAttribute('aria-label'))
  expect(charts).toContainEqual(expect.stringMatching(/^60 enquiries in twelve months/))
  expect(charts).toContainEqual(
    expect.stringMatching(
      /^26 plates sold in twelve months .* with a margin before VAT and fees of £.* The margin leaves out one plate/,
    ),
  )
  const rowsOf = (caption: string) =>
    page.root
      .querySelectorAll('table')
      .filter((table) => table.querySelector('caption')?.text === caption)
      .flatMap((table) => table.querySelectorAll('tr').map((row) => row.structuredText.replace(/\s+/g, ' ')))
  expect(rowsOf('Sales and margin')[0]).toContain('Margin before VAT and fees')
  expect(rowsOf('Sales and margin')).toContainEqual(expect.stringMatching(/so far.*1 of \d/))
  expect(rowsOf('Enquiries and first replies')).toHaveLength(13)
  expect(rowsOf('Searches without a result')).toContainEqual(expect.stringMatching(/SOPHIE.*41/))
  const pages = rowsOf('Most-read pages')
  expect(pages).toContainEqual(expect.stringMatching(/Home page.*(more|fewer|the same)/))
  expect(pages).toContainEqual(expect.stringMatching(/a-new-piece-of-news.*none before/))
  expect(page.root.querySelector('a[href*="/registration/*"]')).toBeNull()

  const quarter = await page.follow('90 days')
  expect([quarter.path, quarter.text]).toEqual([
    '/desk/numbers?days=90',
    expect.stringContaining('pages read in the last 90 days'),
  ])
  const week = await DeskPage.open(owner, '/desk/numbers?days=7')
  const links = week.root.querySelectorAll('main section p > a').map((link) => link.getAttribute('href'))
  expect(links).toContain('/desk/numbers/pages.csv?days=7')
  const file = await owner.send('/desk/numbers/pages.csv?days=7')
  expect(file.headers.get('Content-Disposition')).toMatch(/filename="pages-\d{4}-\d\d-\d\d\.csv"/)
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.toString()).toMatch(/^\ufeffPage,Read,Compared with the 7 days before\r\nHome page,\d+,/)
})
