import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { AS_REPORTED, REPORTED_ID } from '#shared/sales/cited-source.ts'
import { NO_VAT } from '#shared/sales/fees.ts'
import { archivedDataDir } from '../archived-data-dir.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'
import { countSales, FILTERS, found, PAGES, SALES, seedSales, showing, spells, YEARS } from '../seed-sales.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

const count = (text: string, part: string | RegExp) => text.split(part).length - 1

it('the UK explorer without script has the first page, the panels and the hidden table', async () => {
  const site = await readTestSite()
  const html = await site.read('/sales-explorer')
  const text = textOf(html)
  for (const expected of [
    'What did it sell for?',
    FILTERS,
    'Filter by Selection',
    showing(1),
    `Page 1 of ${PAGES}`,
  ])
    expect(text).toContain(expected)
  expect(count(text, showing(1))).toBe(2)
  expect(count(text, 'Select All')).toBe(4)
  expect(count(text, 'Deselect All')).toBe(4)
  const [, table = ''] = html.match(/<table class="sales[^>]*>([\s\S]*?)<\/table>/) ?? []
  expect(count(table, '<tr')).toBe(51)
  expect(table).toMatch(/aria-sort="descending"><button[^>]*>Total Price/)
  const [, top = ''] = html.match(/Top 50 Highest Value Sales<\/caption>([\s\S]*?)<\/table>/) ?? []
  expect(count(top, '<tr>')).toBe(51)
  expect(textOf(top)).toContain('X 1 N/A £502,500 (as reported) Regtransfers 2012 Single-Single Letter First')
  expect(site.faults).toEqual([])
})

it('the UK explorer without script redirects a form to the canonical URL of its view', async () => {
  const site = await readTestSite()
  const leads = async (query: string) => (await site.ask(`/sales-explorer${query}`)).headers.get('Location')
  expect(await leads('?q=&seller=&seller=Bonhams&from=1989&to=2025')).toBe('/sales-explorer?seller=Bonhams')
  expect(await leads('?q=jb&set=sort.sale_date')).toBe('/sales-explorer?q=jb&sort=sale_date')
  expect(await leads('?set=page.2')).toBe('/sales-explorer?page=2')
  expect(await leads('?page=99')).toBe(`/sales-explorer?page=${PAGES}`)
  expect(await leads('?seller=;drop&from=x')).toBe('/sales-explorer')
  expect((await site.ask('/sales-explorer?seller=Bonhams')).status).toBe(200)
})

it('the UK explorer without script shows every view at its URL', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read('/sales-explorer?q=ngh&sort=sale_date.asc'))
  expect(text).toContain(found(countSales(spells('ngh'))))
  expect(textOf(await site.read('/sales-explorer?page=2'))).toContain(showing(2))
  expect(textOf(await site.read('/sales-explorer?q=SINGH'))).toMatch(/\d read as SINGH.*Reads as SINGH/)
})

it('the UK explorer leads from a search without a result to the page of that registration, without paging', async () => {
  const site = await openTestSite()
  const page = parse(await site.read('/sales-explorer?q=1%20abc'))
  const sales = page.querySelector('section[aria-label=Sales]')
  expect(sales?.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual([
    '/registration/1ABC',
    '/find?q=1+abc',
  ])
  expect(sales?.querySelectorAll('button').map((button) => button.getAttribute('value'))).toEqual(['clear'])
  const jersey = parse(await site.read('/jersey/sales-explorer?q=nobody'))
  expect(jersey.querySelector('section[aria-label=Sales]')?.innerHTML).not.toContain('/registration/')
})

it('the UK explorer without script bounds its years by the data, with the preset of a year without sales disabled', async () => {
  const site = await openTestSite()
  const page = parse(await site.read('/sales-explorer?from=2026&to=2026'))
  const years = page.querySelectorAll('.filter-years input').map((input) => input.getAttribute('max'))
  expect(years).toEqual([YEARS.slice(-4), YEARS.slice(-4)])
  const presets = page.querySelectorAll('.filter-years button')
  expect(presets.map((button) => button.hasAttribute('disabled'))).toEqual([true, false, false, false, false])
  // The form can be sent nevertheless: the specification shows no error messages.
  expect(page.querySelector('form#explorer')?.hasAttribute('novalidate')).toBe(true)
})

it('the UK explorer without script has one canonical URL, and structured data about its files', async () => {
  const site = await readTestSite()
  const html = await site.read('/sales-explorer?seller=Bonhams')
  expect(html).toContain('<link rel="canonical" href="https://plates.test/sales-explorer"/>')
  const dataset = JSON.parse(html.match(/application\/ld\+json">([\s\S]*?)<\/script>/)?.[1] ?? '{}')
  expect(dataset).toMatchObject({ '@type': 'Dataset', url: 'https://plates.test/sales-explorer' })
  for (const { contentUrl } of dataset.distribution)
    expect((await site.ask(new URL(contentUrl).pathname)).status).toBe(200)
})

it('the Jersey explorer has its own columns, prices and count', async () => {
  const site = await readTestSite()
  const html = await site.read('/jersey/sales-explorer')
  const text = textOf(html)
  expect(count(html, 'value="sort.')).toBe(4)
  expect(text).toContain('£73,000 hammer before commission, reported')
  expect(textOf(await site.read('/jersey/sales-explorer?q=dvs'))).toContain(
    'Showing 1 to 2 of 2 entries (filtered from 3 total entries)',
  )
})

it('the export of a view has the same rows, of all pages', async () => {
  const site = await readTestSite()
  const csv = await site.ask('/sales-explorer.csv')
  expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="uk-sales.csv"')
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(SALES + 1)
  const bonhams = await (await site.ask('/sales-explorer.json?seller=Bonhams&sort=sale_date')).json()
  expect(bonhams).toMatchObject({
    source: 'https://plates.test/sales-explorer?seller=Bonhams&sort=sale_date',
    totalRecords: 10, // five, and five without a recorded seller
  })
  expect(bonhams.data[0].plate_number).toBe('JB 1')
  expect(bonhams.citation).toContain('https://plates.test/sales-explorer')
  expect((await (await site.ask('/jersey/sales-explorer.json')).json()).totalRecords).toBe(3)
})

it('a recorded sale on the page of its registration shows the source of each figure', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read('/registration/JB1'))
  for (const expected of [
    'Source: Car Dealer Magazine',
    'Hammer price computed by us, not reported £530,000',
    'Total price reported £608,600',
    'Buyer’s premium, 15% of £500,000 £75,000',
    NO_VAT,
    'The reported total carries no VAT on the premium.',
    'Only the total was reported: the hammer price is worked back from it with these rates, and agrees to the pound.',
    'Rates: our own account of the terms at Goodwood, July 2025.',
  ])
    expect(text).toContain(expected)
  expect(textOf(await site.read('/registration/25O'))).toContain(
    'This agrees with the reported total to the pound.',
  )
  expect(textOf(await site.read('/registration/111OM'))).toContain('computed by us, not reported £11,485')
  const first = textOf(await site.read('/registration/1A'))
  expect(first).toContain('computed by us, not reported £202,400')
  expect(first).not.toContain('the reported total')
  expect(first).toContain('Rates: our own account of the sale.')
  expect(textOf(await site.read('/registration/X1'))).toContain('as reported: the source does not say')
  expect(textOf(await site.read('/registration/1RH'))).toContain('so we compute no figures from it')
  expect(textOf(await site.read('/registration/JSK1'))).toContain('computed by us, not reported £72,915')
  expect(textOf(await site.read('/registration/J27'))).toContain('before the buyer’s commission')
})

it('the notes of the records are shown on the page of the registration', async () => {
  const site = await readTestSite()
  const note = seedSales('uk').find(({ registration }) => registration === '1 RH')?.note
  expect(note).toMatch(/^Sold at/)
  expect(textOf(await site.read('/registration/1RH'))).toContain(`About this sale ${note}`)
})

it('the notes of the records are in the files as stored', async () => {
  const site = await readTestSite()
  const { data } = await (await site.ask('/sales-explorer.json')).json()
  const notes = new Set(data.map(({ note }: { note: string }) => note))
  for (const { note } of seedSales('uk')) expect(notes).toContain(note)
})

it('a DVLA sale since October 2025 shows both claimed rates, with their sources, and no total', async () => {
  const row = {
    id: 'a',
    plate_number: 'AB 1',
    sale_year: 2025,
    where_sold: 'DVLA Auction',
    price_basis: 'hammer',
  }
  const site = await openOver(answers([{ ...row, sale_month: 10, hammer_price: 4_520 }]))
  const html = await site.read('/registration/AB1')
  // Up to the footer, which describes our own prices.
  const text = textOf(html.slice(html.indexOf('id="sales"'), html.indexOf('</main>')))
  for (const expected of [
    'Hammer price reported £4,520',
    'Total price not computed: the fee rate at the time is disputed -',
    'Sources disagree about the buyer’s premium at this time, so we compute no total: 7%, according to DVLA Auctions',
    `3%, ${AS_REPORTED}`,
  ])
    expect(text).toContain(expected)
  for (const address of [
    'https://dvlaauction.co.uk/questions_answers',
    `/sales-explorer/data#${REPORTED_ID}`,
  ])
    expect(html).toContain(`href="${address}`)
  expect(await site.read('/sales-explorer/data')).toContain(
    'href="https://mortgagecalculatorpro.io/dvla-number-plate',
  )
  expect(new Set(text.match(/£[\d,]+/g))).toEqual(new Set(['£4,520']))
  const before = await openOver(answers([{ ...row, sale_month: 9, hammer_price: 4_520 }]))
  expect(textOf(await before.read('/registration/AB1'))).toContain('computed by us, not reported £5,884')
})

async function openOver(pageReads: typeof fetch, hasSnapshot = true) {
  return openTestSite({ DATA_DIR: hasSnapshot ? await archivedDataDir() : temporaryDataDir() }, { pageReads })
}

const fails: typeof fetch = async () => Response.json({ message: 'out of luck' }, { status: 500 })

const answers =
  (rows: unknown): typeof fetch =>
  async (input, init) =>
    Response.json(init?.method === 'HEAD' || String(input).includes('/plates') ? [] : rows)

describe('archive mode', () => {
  const BANNER =
    "You're viewing archived data from 13 September 2025. This may not reflect the most current sales information."
  it('archive mode replaces a backend that fails', async () => {
    const site = await openOver(fails)
    const text = textOf(await site.read('/sales-explorer'))
    expect(text).toContain(BANNER)
    expect(text).toContain(showing(1))
    expect(site.faults.map(({ message }) => message)).toContain('Error fetching sales data')
  })
  it('archive mode replaces rows that are none', async () => {
    const site = await openOver(answers({ rows: 'none' }))
    expect(textOf(await site.read('/sales-explorer'))).toContain(BANNER)
  })
  it('archive mode names Jersey on the Jersey page, and also serves exports and pages of sales', async () => {
    const site = await openOver(fails)
    expect(textOf(await site.read('/jersey/sales-explorer'))).toContain(
      "You're viewing archived data from 13 September 2025. This may not reflect the most current Jersey sales information.",
    )
    expect(textOf(await site.read('/registration/JB1'))).toContain('£608,600')
    expect(await site.read('/sales-explorer.csv')).toContain('JB 1,530000,608600')
  })
  it('archive mode without a snapshot says in one message that no sales can be shown', async () => {
    const site = await openOver(fails, false)
    const response = await site.ask('/sales-explorer')
    expect(response.status).toBe(503)
    const text = textOf(await response.text())
    expect(text).toContain('We can’t show the sales just now')
    expect(text).not.toContain('No sales data available yet.')
    expect(text).not.toContain("You're viewing archived data")
  })
  it('archive mode is not used for an empty table', async () => {
    const text = textOf(await (await openOver(answers([]))).read('/sales-explorer'))
    expect(text).toContain('No sales data available yet.')
    expect(text).not.toContain('can’t show')
  })
  it('archive mode never says that there is no sale if the sales cannot be read, nor lets search engines drop the page', async () => {
    for (const hasSnapshot of [true, false]) {
      const site = await openOver(fails, hasSnapshot)
      const response = await site.ask('/registration/ZZ99')
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30'])
      const text = textOf(await response.text())
      expect(text).toContain('We can’t look up ZZ 99 just now')
      expect(text).not.toContain('No sale')
      const json = await site.ask('/registration/ZZ99.json')
      expect([json.status, json.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
      expect(await json.json()).toEqual({
        error: expect.stringContaining('We can’t check our records just now'),
      })
    }
  })
  it('archive mode is not cached: once the backend is available again, so are its sales', async () => {
    let isThere = false
    const row = { id: 'a', plate_number: 'A 1', sale_year: 2020, total_price: 5 }
    const site = await openOver((...read) => (isThere ? answers([row]) : fails)(...read))
    expect(textOf(await site.read('/sales-explorer'))).toContain('archived data')
    isThere = true
    const text = textOf(await site.read('/sales-explorer'))
    expect(text).not.toContain('archived data')
    expect(text).toContain('Showing 1-1 of 1 sales')
  })
})

describe('hostile records', () => {
  const rows = [
    {
      id: 'a',
      plate_number: 'GOOD 1',
      sale_year: 2020,
      sale_month: 5,
      total_price: 100,
      where_sold: 'A & B',
    },
    { id: 'a', plate_number: 'TWICE', sale_year: 2020 },
    {
      id: 'b',
      plate_number: 'TXT 1',
      sale_year: '2019',
      sale_month: '12',
      total_price: '250',
      hammer_price: '-',
    },
    { id: 'c', plate_number: 'NEG 1', sale_year: 2018, sale_month: 13, total_price: -5, hammer_price: 1e300 },
    {
      id: 'd',
      plate_number: '<script>alert(1)</script>',
      sale_year: 2017,
      where_sold: '<img src=x onerror=alert(1)>',
    },
    { id: 'e', plate_number: '', sale_year: 2017 },
    { id: 'f', plate_number: null, sale_year: 2017 },
    { id: 'g', plate_number: 'NOYEAR', sale_year: null },
    { id: 'h', plate_number: 'ABSURD', sale_year: 123456 },
    {
      id: 'i',
      plate_number: 'a\tb\nc',
      sale_year: 2001,
      category: ['x'],
      type: {},
      note: 5,
      source_url: 'javascript:alert(1)',
    },
    null,
    'row',
    [],
  ]
  it('hostile records never break a page: invalid values are shown as missing, invalid rows are rejected, and both are logged', async () => {
    const site = await openOver(answers(rows))
    const html = await site.read('/sales-explorer')
    const text = textOf(html)
    expect(text).toContain('Showing 1-5 of 5 sales')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(site.faults.map(({ error }) => String(error))).toContain(
      'Error: Dropped 8 of 13 rows: not a sale, or a duplicate id',
    )
    expect((await site.ask('/jersey/sales-explorer')).status).toBe(200)
    expect(await site.read('/sales-explorer.csv')).not.toContain('NOYEAR')
  })
  it('records with a hostile source URL get no link', async () => {
    const site = await openOver(answers(rows.slice(9, 10)))
    const html = await site.read('/registration/a%20b%20c')
    expect(html).not.toContain('javascript:')
  })
})
