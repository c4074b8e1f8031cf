import { expect, test } from 'vitest'
import { PLATES_UNAVAILABLE } from '#app/features/plates/plates-unavailable.tsx'
import { openTestSite, type ReadableSite, readTestSite, textOf } from '../open-test-site.ts'

const openOver = (pageReads: typeof fetch) => openTestSite({}, { pageReads })

test('the home page features the four most expensive available plates, without loading text', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read('/'))
  const prices = [...text.matchAll(/£[\d,]+ (?!fee|assignment)/g)].map(([price]) => price.trim())
  expect(prices).toEqual(['£285,000', '£198,500', '£129,500', '£118,000'])
  expect(text).not.toContain('Loading')
  expect(text).toContain('Demonstration stock')
})

test('the home page has a collage of twenty plates that is hidden from assistive technology', async () => {
  const site = await readTestSite()
  const collage =
    (await site.read('/')).match(/<div class="collage" aria-hidden="true">[\s\S]*?<\/div>/)?.[0] ?? ''
  expect(collage.match(/rotate\(35\)/g)).toHaveLength(20)
  expect(collage).not.toContain('style=')
})

test('the plate list highlights a featured plate', async () => {
  const site = await readTestSite()
  expect((await site.read('/plates')).match(/class="[^"]*plate-card-featured/g)).toHaveLength(6)
})

test('the plate list says if nothing is for sale, without mentioning an outage', async () => {
  const site = await openOver(async () => Response.json([]))
  const text = textOf(await site.read('/plates'))
  expect(text).toContain('There are no plates to show just now.')
  expect(text + textOf(await site.read('/'))).not.toContain('can’t show')
  expect(site.faults).toEqual([])
})

test('the plate list is empty when the backend fails, and shows how to contact the dealer', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('fetch failed')),
    async () => Response.json({ message: 'away' }, { status: 503 }),
    async () => Response.json({ not: 'rows' }),
  ]) {
    const site = await openOver(answer)
    const response = await site.ask('/plates')
    const home = await site.ask('/')
    expect([response.status, home.status]).toEqual([200, 200])
    for (const html of [await response.text(), await home.text()]) {
      expect(html).not.toContain('class="plate-card')
      expect(textOf(html)).not.toContain('There are no plates to show')
      const notice = html.match(/<section[^>]* class="unavailable[\s\S]*?<\/section>/)?.[0] ?? ''
      expect(textOf(notice)).toContain(PLATES_UNAVAILABLE)
      expect(notice).toContain('href="/contact"')
      expect(notice).toContain('href="mailto:hello@plateworthy.example"')
    }
    expect(site.faults.map(({ message }) => message)).toContain('Error fetching plates')
    expect(site.faults.map(({ message }) => message)).toContain('Error fetching featured plates')
  }
})

test('the page of a plate has its search metadata', async () => {
  const site = await readTestSite()
  const html = await site.read('/plate/1%20KP')
  expect(html).toContain('href="/contact?plate=1%20KP&amp;type=purchase"')
  expect(html).toContain('<link rel="canonical" href="https://plates.test/plate/1%20KP"/>')
  expect(html).toContain('<meta property="og:type" content="article"/>')
  expect(html).toContain('<meta property="og:image" content="https://plates.test/share/plate/1%20KP.png"/>')
  expect(html).toMatch(/<meta name="description" content="[^"]{20,160}"/)
  expect(html).toMatch(/<meta name="keywords" content="1 KP, number 1, /)
  const jsonLd = JSON.parse(html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '')
  expect(jsonLd).toMatchObject({
    '@type': 'Product',
    offers: { price: 118_000, priceCurrency: 'GBP', availability: 'https://schema.org/InStock' },
  })
})

test('the page of a plate shows the facts of the registration if the plate has no description', async () => {
  const site = await readTestSite()
  const rows = await anonRows(
    site,
    'plates?select=plate_number&description=is.null&detailed_description=is.null',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { plate_number } of rows) {
    const text = textOf(await site.read(`/plate/${encodeURIComponent(plate_number)}`))
    expect(text).toContain(`About This Plate ${plate_number} is a `)
  }
})

test('the page of a plate is found by any spelling of its registration, at one canonical URL', async () => {
  const site = await readTestSite()
  for (const typed of ['1kp', '1KP', '1%20kp', '1-KP']) {
    const response = await site.ask(`/plate/${typed}`)
    expect([response.status, response.headers.get('Location')]).toEqual([301, '/plate/1%20KP'])
  }
  const old = await site.ask('/plates/1%20KP')
  expect([old.status, old.headers.get('Location')]).toEqual([301, '/plate/1%20KP'])
})

test('the page of a plate is not found, with status 404, for a plate that is unknown or no longer available', async () => {
  const site = await readTestSite()
  for (const path of ['/plate/ZZ%2099', '/plate/nothing-of-the-kind', `/plate/${'A'.repeat(5000)}`]) {
    const response = await site.ask(path)
    expect(response.status).toBe(404)
    expect(textOf(await response.text())).not.toContain('can’t check')
  }
})

test('the page of a plate says Plate Not Found when the backend fails, without letting search engines drop it', async () => {
  const site = await openOver(() => Promise.reject(new TypeError('fetch failed')))
  const response = await site.ask('/plate/1%20KP')
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('30')
  const html = await response.text()
  expect(textOf(html)).toContain('Plate Not Found')
  expect(textOf(html)).toContain('We can’t check our plates just now, so it may well be for sale')
  expect(html).toContain('href="/contact?plate=1%20KP&amp;type=purchase"')
  expect(html).toContain('href="mailto:hello@plateworthy.example"')
  expect(site.faults.map(({ message }) => message)).toContain('Error fetching plate')
})

test('the page of a plate is not a 404 either if only the search for another spelling fails', async () => {
  const site = await openOver(async (input) =>
    String(input).includes('eq.1kp') ? Response.json([]) : new Response('', { status: 500 }),
  )
  const response = await site.ask('/plate/1kp')
  expect(response.status).toBe(503)
  expect(textOf(await response.text())).toContain('We can’t check our plates just now')
})

async function anonRows(site: ReadableSite, query: string) {
  const key = (await site.read('/')).match(/data-backend-key="([^"]+)"/)?.[1] ?? ''
  const response = await site.ask(`/rest/v1/${query}`, { headers: { apikey: key } })
  return (await response.json()) as { plate_number: string }[]
}
