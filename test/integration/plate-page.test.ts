import { expect, test } from 'vitest'
import { readSeed } from '#db/seed.ts'
import { readTestSite } from '../open-test-site.ts'

const textOf = (html: string) =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

test('the page of a plate that is not found shows what is known about a sold registration, and similar plates', async () => {
  const site = await readTestSite()
  const response = await site.ask('/plate/JB%201')
  expect(response.status).toBe(404)
  const html = await response.text()
  const text = textOf(html)
  for (const expected of [
    'What we know about JB 1',
    'Format Dateless',
    'Issued 1903 to 1963',
    'Last sold July 2025, Bonhams, for £608,600 (total, reported)',
    'Similar plates for sale',
  ])
    expect(text).toContain(expected)
  expect(html).toContain('href="/registration/JB1"')
  expect(html).toContain('href="/contact?plate=JB%201&amp;type=purchase&amp;wish=find"')
  expect(html).toContain('href="/plate/WD%201"')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
})

test('the page of a plate that is not found shows what is known about one that was never sold, without a row for a sale', async () => {
  const site = await readTestSite()
  const html = await (await site.ask('/plate/TRY%20142S')).text()
  const text = textOf(html)
  expect(text).toContain('What we know about TRY 142S')
  expect(text).toContain('Format Suffix Issued August 1977 to July 1978')
  expect(text).toContain('See what TRY 142S might fetch at auction')
  expect(html).toContain('href="/plate/TOR%20118S"')
  expect(text).not.toContain('Last sold')
})

test('the page of a plate that is not found finds a sale in any spelling, and in Jersey', async () => {
  const site = await readTestSite()
  expect(textOf(await (await site.ask('/plate/jb1')).text())).toContain('Last sold July 2025')
  const jersey = readSeed('jersey-sales.csv')[0]?.plate_number ?? ''
  const text = textOf(await (await site.ask(`/plate/${encodeURIComponent(jersey)}`)).text())
  expect(text).toContain('Last sold')
})

test('the page of a plate that is not found offers no search for marks that cannot be bought, and shows no facts for other text', async () => {
  const site = await readTestSite()
  const q = textOf(await (await site.ask('/plate/Q123%20ABC')).text())
  expect(q).toContain('What we know about Q123 ABC')
  expect(q).not.toContain('Ask us to find it')
  expect(textOf(await (await site.ask('/plate/nothing-of-the-kind')).text())).not.toContain(
    'What we know about',
  )
})

test('a plate at actual size is offered on sheets of A4, for trying out only', async () => {
  const site = await readTestSite()
  expect(await site.read('/plate/1%20MWS')).toContain('href="/plate/1%20MWS/print"')
  const html = await site.read('/plate/1%20MWS/print')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  const text = textOf(html)
  expect(text).toContain('520 × 111 mm, the size of a standard British number plate, on 2 sheets of A4')
  expect(text).toContain('It is not a road-legal plate.')
})

test.each([
  ['rear', '#f5c518'],
  ['front', '#fff'],
])(
  'a plate at actual size is a drawing of the %s plate with its size in millimetres',
  async (side, colour) => {
    const site = await readTestSite()
    const response = await site.ask(`/plate/1%20MWS/${side}.svg`)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="1-MWS-${side}.svg"`)
    const svg = await response.text()
    expect(svg).toContain('width="520mm" height="111mm" viewBox="0 0 520 111"')
    expect(svg).toContain(`fill="${colour}"`)
  },
)

test('a card for a present is offered beside a plate, with the guide about presents, and shows no price', async () => {
  const site = await readTestSite()
  expect(await site.read('/plate/1%20MWS')).toContain('href="/plate/1%20MWS/card"')
  const html = await site.read('/plate/1%20MWS/card')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('href="/info/giving-a-plate-as-a-present"')
  expect(textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '£')).not.toContain('£')
})

test('a plate at actual size and a card are only offered for our plates', async () => {
  const site = await readTestSite()
  for (const path of ['/plate/ZZ%2099/print', '/plate/ZZ%2099/card']) {
    const print = await site.ask(path)
    expect([print.status, print.headers.get('Location')]).toEqual([302, '/plate/ZZ%2099'])
  }
  for (const path of ['/plate/ZZ%2099/front.svg', '/plate/1%20MWS/side.svg', '/plate/1%20MWS/front'])
    expect((await site.ask(path)).status).toBe(404)
})
