import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onBehalfPath } from '#shared/urls.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'

const readFacts = (name: string): Record<string, { value: string }> =>
  JSON.parse(readFileSync(`content/facts/${name}.json`, 'utf8'))
const facts = { ...readFacts('fees'), ...readFacts('procedures') }

test('the page about selling has the fees and times of our guides', async () => {
  const text = textOf(await (await readTestSite()).read('/sell'))
  for (const [fact, sentence] of [
    ['retention-fee', (fee: string) => `Taking it off costs ${fee}, which you pay to the DVLA.`],
    ['dvla-assignment-fee', (fee: string) => `The DVLA’s ${fee} was paid when`],
    ['certificate-life', (life: string) => `A V750 or V778 lasts ${life}`],
    ['certificate-renewal-window', (days: string) => `free of charge from ${days} before it runs out`],
    ['tax-sorn-history', (years: string) => `taxed within the last ${years}`],
    ['postal-reply-time', (weeks: string) => `up to 10 working days (${weeks})`],
  ] as const)
    expect(text).toContain(sentence(facts[fact]?.value ?? fact))
})

test('neither an estimate nor a valuation is an offer, and without estimates none is mentioned', async () => {
  const text = textOf(await (await readTestSite()).read('/sell'))
  expect(text).toContain('An estimate is not an offer.')
  expect(text).toContain('A valuation is not an offer.')
  const without = textOf(await (await openTestSite({ ESTIMATES: 'off' })).read('/sell'))
  expect(without).not.toContain('estimate')
  expect(without).toContain('A valuation is not an offer.')
})

test('the page about selling leads to the prefilled valuation form, or to the contact form', async () => {
  const site = await readTestSite()
  const html = await site.read('/sell')
  expect(html.match(/<form[^>]* aria-label="Start a valuation"[^>]*>/)?.[0]).toContain(
    'action="/valuations#request"',
  )
  expect(html).toMatch(/<input[^>]* name="plate"/)
  const valuation = await site.read('/valuations?plate=AB12+CDE')
  expect(valuation).toContain('id="request"')
  expect(valuation).toMatch(/name="plateNumber"[^>]* value="AB12 CDE"/)
  expect(html).toContain('href="/contact?type=general&amp;wish=sell"')
  expect(await site.read('/contact?type=general&wish=sell')).toContain('value="Selling you a plate"')
})

test('an executor or an agent, who cannot say that the plate is theirs, is led to a valuation request on behalf of its holder', async () => {
  const site = await readTestSite()
  for (const page of ['/sell', '/valuations'])
    expect(await site.read(page)).toContain(`href="${onBehalfPath.replace('&', '&amp;')}"`)
  const form = await site.read(onBehalfPath)
  expect(form).toMatch(/<option value="valuation" selected/)
  expect(form).toContain('V750 certificate of entitlement')
  expect(form).toContain('Its holder')
})

test('both pages are linked from the sitemap, and selling from valuations', async () => {
  const site = await readTestSite()
  for (const path of ['/sell', '/info/buying-a-plate-from-us']) {
    expect(await site.read('/sitemap')).toContain(`href="${path}"`)
    const listed = (await site.read('/sitemap.xml')).split(`<loc>https://plates.test${path}</loc>`)
    expect(listed).toHaveLength(2)
  }
  expect(await site.read('/valuations')).toContain('href="/sell"')
})

test('the page about buying leads to a purchase enquiry', async () => {
  const site = await readTestSite()
  expect(await site.read('/info/buying-a-plate-from-us')).toContain('href="/contact?type=purchase"')
  expect(await site.read('/contact?type=purchase')).toMatch(/<option value="purchase" selected/)
})

test('a visitor can make an offer for a plate, or reserve it subject to our confirmation', async () => {
  const site = await readTestSite()
  const plate = await site.read('/plate/1%20KP')
  for (const [wish, action, subject, note] of [
    ['offer', 'Make an offer', 'Offer for 1 KP', 'Nothing is agreed until we confirm it.'],
    [
      'reserve',
      'Reserve for 48 hours',
      'Please reserve 1 KP for 48 hours',
      'reserved for you only once we have',
    ],
  ] as const) {
    const path = `/contact?plate=1%20KP&type=purchase&wish=${wish}`
    expect(plate).toMatch(
      new RegExp(`href="${path.replaceAll('?', '\\?').replaceAll('&', '&amp;')}"[^>]*>${action}<`),
    )
    const html = await site.read(path)
    expect(html).toContain(`value="${subject}"`)
    expect(textOf(html)).toContain(note)
  }
})
