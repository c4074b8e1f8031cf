import { expect, test } from 'vitest'
import { readTestSite, textOf } from '../open-test-site.ts'

const PATH = '/eligibility'

/** Without the comments between pieces of text. */
const read = (html: string) => textOf(html.replaceAll('<!-- -->', '')).replace(/\s+/g, ' ')

test('a registration and a vehicle get a yes, the rule, and a checklist', async () => {
  const site = await readTestSite()
  const html = await site.read(`${PATH}?registration=ab51abc&first=2005-08&q=no&taxed=yes&mot=yes`)
  expect(html).toContain('<title>Yes: AB51 ABC on a Vehicle of August 2005 | Plateworthy</title>')
  const text = read(html)
  for (const expected of [
    'AB51 ABC may go on any vehicle first registered in September 2001 or later (the DVLA’s rule as of 2025), and yours was first registered in August 2005.',
    'What you need',
    'What it costs',
    '10 to 20 working days',
    'The certificate for AB51 ABC, V750 or V778, is to hand and in date.',
    'DVLA Auctions, bidding instructions',
    'We last read these pages on 20 November 2026.',
  ])
    expect(text).toContain(expected)
  expect(site.faults).toEqual([])
})

test.each([
  ['registration=AB51ABC&first=2001-08&q=no&taxed=yes&mot=yes', 'No', false],
  ['registration=AB1&first=2001-08&q=no&taxed=no&mot=yes', 'Not yet', true],
  ['registration=AB1&first=2001-08&q=no&taxed=yes&mot=unsure', 'Yes by age; one thing to check', true],
  ['registration=M3LON&first=2016', 'Yes by age; two things to check', true],
  [
    'registration=AB1&first=2016&taxed=yes&mot=yes&kind=motorbike&keeper=company',
    'Yes by age; one thing to check',
    true,
  ],
  ['registration=J27&first=08/2001&taxed=yes&mot=yes', 'Yes', true],
])('%s is answered with “%s”, and with a checklist: %s', async (query, answer, hasChecklist) => {
  const site = await readTestSite()
  const html = await site.read(`${PATH}?${query}`)
  expect(html).toMatch(new RegExp(`<h2 id="answer"[^>]*>${answer}</h2>`))
  expect(html.includes('id="checklist"')).toBe(hasChecklist)
})

test.each([
  ['registration=&first=&q=no&taxed=unsure&mot=unsure', 'registration'],
  ['registration=%3Cscript%3E', 'registration'],
  ['registration=AB1&first=ten', 'first'],
  ['registration=AB51ABC&first=2001', 'first'],
  ['registration=AB1&first=2015-05&q=perhaps', 'q'],
  ['registration=AB1&first=2015-05&taxed=1', 'taxed'],
  ['registration=AB1&first=2015-05&mot=x', 'mot'],
  ['registration=AB1&first=2015-05&kind=x', 'kind'],
  ['registration=AB1&first=2015-05&keeper=x', 'keeper'],
])('%s is answered with 400 and a message at the field “%s”', async (query, field) => {
  const site = await readTestSite()
  const response = await site.ask(`${PATH}?${query}`)
  const html = await response.text()
  expect(response.status).toBe(400)
  const error = new RegExp(`<p id="${field}-error"[^>]*>(.*?)</p>`).exec(html)?.[1] ?? ''
  expect(textOf(error)).toMatch(/\w{3}.*\.$/)
  expect(html).toMatch(new RegExp(`<(input|select) id="${field}"[^>]*aria-invalid="true"`))
  expect(html).not.toContain('id="answer"')
})

test('repeated, long and foreign parameters of the page of eligibility cause no error', async () => {
  const site = await readTestSite()
  const html = await site.read(
    `${PATH}?registration=AB1&registration=Q1ABC&first=2015-05&first=ten&taxed=yes&mot=yes&utm_source=x`,
  )
  expect(html).toContain('<title>Yes: AB 1 on a Vehicle of May 2015')
  for (const query of [`registration=${'A'.repeat(5000)}`, 'registration=%00%FF&first=%ED%A0%80'])
    expect((await site.ask(`${PATH}?${query}`)).status).toBe(400)
})

test('a registration alone fills in its field of eligibility and waits for the rest', async () => {
  const site = await readTestSite()
  const html = await site.read(`${PATH}?registration=AB51ABC`)
  expect(html).toMatch(/name="registration"[^>]* value="AB51ABC"/)
  expect(read(html)).toContain(
    'AB51 ABC may go on any vehicle first registered in September 2001 or later, because a registration must not',
  )
  expect(html).not.toMatch(/<(?:input|select)[^>]* aria-invalid=/)
})

test('the page of eligibility is indexed, and its answers are not', async () => {
  const site = await readTestSite()
  expect(await site.read(PATH)).toContain('<link rel="canonical" href="https://plates.test/eligibility"/>')
  for (const query of ['registration=AB51ABC', 'registration=AB1&first=2015-05'])
    expect(await site.read(`${PATH}?${query}`)).toContain('<meta name="robots" content="noindex"/>')
  expect(await site.read('/sitemap.xml')).toContain('<loc>https://plates.test/eligibility</loc>')
  expect(await site.read('/sitemap')).toContain('href="/eligibility"')
  expect(await site.read('/search?q=mot')).toContain('href="/eligibility"')
})

test('plates, registrations and the guides on documents link to the page of eligibility', async () => {
  const site = await readTestSite()
  expect(await site.read('/plate/1%20KP')).toContain('href="/eligibility?registration=1KP"')
  expect(await site.read('/registration/AB51ABC')).toContain('href="/eligibility?registration=AB51ABC"')
  expect(await site.read('/registration/Q123ABC')).not.toContain('href="/eligibility?')
  for (const guide of [
    'assigning-a-private-number-plate',
    'this-registration-number-cannot-be-retained-assigned-online',
    'what-are-q-plates',
  ])
    expect([guide, await site.read(`/info/${guide}`)]).toEqual([
      guide,
      expect.stringContaining('href="/eligibility"'),
    ])
})
