import { expect, test } from 'vitest'
import { readTestSite, textOf } from '../open-test-site.ts'

/** The cells of each row of the table, by the name of the row. */
function rows(html: string): Record<string, string[]> {
  const table = html.match(/<tbody>[\s\S]*?<\/tbody>/)?.[0] ?? ''
  return Object.fromEntries(
    [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => [
      textOf(row.match(/<th[\s\S]*?<\/th>/)?.[0] ?? '').trim(),
      [...row.matchAll(/<td[\s\S]*?<\/td>/g)].map(([cell]) => textOf(cell).trim()),
    ]),
  )
}

const columns = (html: string) =>
  [...(html.match(/<thead>[\s\S]*?<\/thead>/)?.[0] ?? '').matchAll(/role="img" aria-label="([^"]+)"/g)].map(
    ([, registration]) => registration,
  )

const mainOf = (html: string) => textOf(html.match(/<main[\s\S]*<\/main>/)?.[0] ?? '')

const meta = (html: string, property: string) =>
  html.match(new RegExp(`<meta property="${property}" content="([^"]*)"`))?.[1]?.replaceAll('&amp;', '&')

test('a list that was sent shows its plates side by side, with their prices and a link to each', async () => {
  const site = await readTestSite()
  const html = await site.read('/shortlist?p=WD1,RTL1,PJM4')
  expect(columns(html)).toEqual(['WD 1', 'RTL 1', 'PJM 4'])
  expect(rows(html).Price?.map((price) => /^£[\d,]+/.test(price))).toEqual([true, true, true])
  for (const address of [
    '/plate/RTL%201',
    '/contact?plate=PJM%204&amp;type=purchase',
    '/contact?plate=WD%201&amp;plate=RTL%201&amp;plate=PJM%204&amp;type=purchase',
  ])
    expect(html).toContain(`href="${address}"`)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<title>Shortlist: WD 1, RTL 1 and PJM 4 | Plateworthy</title>')
  expect(site.faults).toEqual([])
})

test('a list that was sent shows common properties once, and the differences', async () => {
  const site = await readTestSite()
  const alike = await site.read('/shortlist?p=WD1,RTL1')
  expect(mainOf(alike)).toMatch(/The same for both .*May go on A vehicle of any age/)
  expect(Object.keys(rows(alike))).not.toContain('May go on')
  const unlike = await site.read('/shortlist?p=WD1,RTL1,H34VEN')
  expect(rows(unlike)['May go on']).toEqual([
    'A vehicle of any age',
    'A vehicle of any age',
    'Vehicles first registered in August 1990 or later',
  ])
  expect(unlike).toMatch(/<strong[^>]*>Vehicles first registered in August 1990 or later/)
  expect(unlike).not.toMatch(/<strong[^>]*>A vehicle of any age/)
})

test.each([
  ['p=wd1,RTL%201,wd+1,w-d1'],
  ['p=WD1&p=RTL1'],
  ['p=&p=WD1,,RTL1,'],
  ['p=%D1%ABWD1,RTL1', ['RTL 1']],
])(
  'a list that was sent reads the spellings of ?%s',
  async (query, expected: string[] = ['WD 1', 'RTL 1']) => {
    const site = await readTestSite()
    expect(columns(await site.read(`/shortlist?${query}`))).toEqual(expected)
  },
)

test('a list that was sent shows when and for how much a plate was sold, with a link to what is known about it', async () => {
  const site = await readTestSite()
  const html = await site.read('/shortlist?p=WD1,51NGH')
  expect(columns(html)).toEqual(['WD 1'])
  expect(mainOf(html)).toMatch(/No longer for sale 51 NGH Sold in 2006 for £254,000 \(total, reported\)\./)
  expect(html).toContain('href="/registration/51NGH"')
})

test('a list that was sent says that a plate is neither for sale nor on record', async () => {
  const site = await readTestSite()
  const html = await site.read('/shortlist?p=WD1,AB12CDE')
  expect(mainOf(html)).toContain('Not for sale with us AB12 CDE No sale of it is on record.')
  const none = await site.read('/shortlist?p=AB12CDE')
  expect(mainOf(none)).toContain('We don’t have any of the plates in this link for sale.')
  expect(meta(none, 'og:image')).toBe('https://plates.test/share/house.png')
})

test('a list that was sent shows twenty of two hundred, and says so', async () => {
  const site = await readTestSite()
  const many = Array.from({ length: 199 }, (_, index) => `ZX${index + 1}`)
  const html = await site.read(`/shortlist?p=WD1,${many}`)
  expect(mainOf(html)).toContain('A link holds 20 plates: 180 more were left out.')
  expect(html.match(/href="\/registration\//g)).toHaveLength(19)
})

test('a list that was sent never shows text that is not a registration', async () => {
  const site = await readTestSite()
  const script = encodeURIComponent('<script>alert(1)</script>')
  const html = await site.read(`/shortlist?p=WD1,${script},javascript:alert(1),RING-08001234567-NOW`)
  expect(html).not.toContain('alert(1)')
  expect(mainOf(html)).not.toContain('0800')
  expect(mainOf(html)).toContain('3 entries of the link are not registrations and were left out.')
})

test.each(['', ',', 'CALL-US+0800+123456', encodeURIComponent('"><img src=x>'), 'A'.repeat(9000)])(
  'a list that was sent is not found if it has no registration: ?p=%s',
  async (list) => {
    const site = await readTestSite()
    const answer = await site.ask(`/shortlist?p=${list}`)
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(mainOf(html)).toContain('Browse plates')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('<img src=x>')
    expect(html).not.toContain('0800')
  },
)

test('the share image of a list is unique to the list, and referenced by the page in the order of the list', async () => {
  const site = await readTestSite()
  const html = await site.read('/shortlist?p=wd1,RTL1,51NGH,AB12CDE')
  const address = meta(html, 'og:image')
  expect(address).toBe('https://plates.test/share/shortlist.png?p=WD1,RTL1,51NGH')
  expect(meta(html, 'og:image:alt')).toBe('Number plates: WD 1, RTL 1 and 51 NGH')
  expect(meta(html, 'og:url')).toBe('https://plates.test/shortlist?p=WD1,RTL1,51NGH,AB12CDE')
  const image = await site.ask('/share/shortlist.png?p=WD1,RTL1,51NGH')
  expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(image.headers.get('Cache-Control')).toBe('public, max-age=86400')
  const png = Buffer.from(await image.arrayBuffer())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  const other = Buffer.from(await (await site.ask('/share/shortlist.png?p=WD1')).arrayBuffer())
  expect(other.equals(png)).toBe(false)
})

test.each([
  '',
  '?p=',
  '?p=AB12CDE',
  '?p=WD1,%3Cscript%3E',
  '?p=A1,A2,A3,A4,A5,A6,A7',
  `?p=${'A'.repeat(9000)}`,
])('the share image of a list of %s is not found', async (query) => {
  const site = await readTestSite()
  expect((await site.ask(`/share/shortlist.png${query}`)).status).toBe(404)
})
