// The published content, checked as its readers see it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { GUIDE_ORDER } from '#shared/articles/article.ts'
import { compileContent } from './compile.ts'
import { addressesOf } from './plugin.ts'
import { codeSchema, lotSchema, parseRows } from './tables.ts'

type CodeRecord = Record<'country_or_organisation', string>

const folder = fileURLToPath(new URL('.', import.meta.url))
const content = compileContent(folder, {
  addresses: addressesOf(routes),
  publicFolder: fileURLToPath(new URL('../public', import.meta.url)),
})
const published = content.articles.filter((article) => !article.isPlaceholder)
const find = (path: string) => {
  const article = content.articles.find((candidate) => candidate.path === path)
  if (!article) throw new Error(`There is no ${path}`)
  return article
}
const read = (table: string) => readFileSync(new URL(`./tables/${table}.csv`, import.meta.url), 'utf8')
const complain = (line: number | undefined, message: string) => {
  throw new Error(`${line}: ${message}`)
}

test.each([
  '/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate',
  '/news/example',
  ...GUIDE_ORDER.map((slug) => `/info/${slug}`),
  '/info/example',
  '/plate-stories/vip1-number-plate',
  '/plate-stories/dy1-uks-first-number-plate',
  '/plate-stories/example',
])('the article %s exists', (path) => {
  expect(find(path).html).not.toBe('')
})

test('the dates and categories of the articles are those of the specification', () => {
  const dateAndCategory = (path: string) => [find(path).date, find(path).category]
  expect(dateAndCategory('/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate')).toEqual([
    '12 July 2025',
    'Auction News',
  ])
  expect(dateAndCategory('/plate-stories/vip1-number-plate')).toEqual(['5 August 2025', 'Celebrity Plate'])
  expect(dateAndCategory('/plate-stories/dy1-uks-first-number-plate')).toEqual([
    '9 August 2025',
    'Historic Plate',
  ])
  expect(find('/info/example').category).toBe('Auction')
})

test('the hubs list seven auction guides and three about documents', () => {
  const inHub = (hub: string) => published.filter((article) => article.hub === hub).map(({ slug }) => slug)
  expect(inHub('auction').sort()).toEqual(GUIDE_ORDER.slice(3, 10).sort())
  expect(inHub('document').sort()).toEqual(GUIDE_ORDER.slice(10, 13).sort())
  expect(inHub('info').sort()).toEqual([...GUIDE_ORDER.slice(0, 3), ...GUIDE_ORDER.slice(13)].sort())
})

describe.each(published.map((article) => [article.path, article] as const))('%s', (_, article) => {
  test('each article is long enough', () => {
    expect(article.words).toBeGreaterThan(600)
    expect(article.words).toBeLessThan(2200)
  })

  test('each article lists the sources of its figures, and when they were checked', () => {
    expect(article.sources.length).toBeGreaterThan(1)
    for (const link of [
      ...article.sources.map(({ url }) => url),
      ...(article.html.match(/href="http[^"]+/g) ?? []),
    ])
      expect(link).not.toMatch(
        /\/\/(www\.)?(regtransfers|numberplates\.com|numberplater|regplates|plates\.vip|platehunter)\b/,
      )
    expect(article.checked).toMatch(/^\d{1,2} \w+ 20\d\d$/)
  })

  test('each article opens with text that is long enough for a description', () => {
    expect(article.opening.length).toBeGreaterThan(100)
  })
})

test('the titles and summaries of articles are unique', () => {
  for (const key of ['title', 'summary'] as const)
    expect(new Set(published.map((article) => article[key])).size).toBe(published.length)
})

test('every fact has a source, and is used somewhere', () => {
  for (const [name, { source, checked }] of Object.entries(content.facts))
    expect([name, source.name, checked]).toEqual([
      name,
      expect.stringMatching(/\S/),
      expect.stringMatching(/^20/),
    ])
  const unused = Object.keys(content.facts).filter((name) => !content.usedFacts.has(name))
  expect(unused).toEqual([])
})

test('the guide to the first auction shows every documented lot, and says how many of all they are', () => {
  const { html, summary } = find('/info/original-1989-dvla-personalised-plate-auction')
  const lots = parseRows(read('original-auction'), lotSchema, complain) ?? []
  expect(lots.length).toBeGreaterThan(0)
  for (const { plate_number: registration } of lots)
    expect(html).toContain(`<span>${registration}</span></span></th>`)
  const lotsTable = html.slice(html.indexOf('class="table-lots"')).split('</table>')[0] ?? ''
  const heads = lotsTable.match(/<th role="columnheader"[^>]*>[^<]+/g)
  expect(heads?.map((head) => head.replace(/<.*>/, ''))).toEqual([
    'Number plate',
    'Auction guide price range',
    'Hammer price',
  ])
  // The hub shows the summary below the link; the paragraph leads to the table.
  const [, leading = ''] = html.split(/<h2 id="the-lots"[^>]*>.*?<\/h2>/)
  const said = `74 lots, ${lots.length} of them documented here`
  expect(summary).toContain(said)
  expect(leading.split('</p>')[0]).toContain(said)
})

describe('the diplomatic codes', () => {
  const codes = parseRows(read('diplomatic-codes'), codeSchema, complain) ?? []
  const { html } = find('/info/diplomatic-number-plates-uk')

  test('the diplomatic codes are all in the table', () => {
    for (const { country_or_organisation: name } of parse(read('diplomatic-codes'), {
      columns: true,
    }) as CodeRecord[])
      expect(html).toContain(name.replaceAll('&', '&#x26;'))
  })

  test('the diplomatic codes do not overlap, and their gaps are named', () => {
    const used = codes.flatMap(({ code_from: from, code_to: to }) => numbers(from, to))
    expect(new Set(used).size).toBe(used.length)
    const section = html.slice(html.indexOf('id="the-gaps"'))
    const table = section.slice(0, section.indexOf('</table>')).replace(/<[^>]+>/g, ' ')
    const named = [...table.matchAll(/\b(\d{3})(?: to (\d{3}))?\b/g)].flatMap(([, from, to]) =>
      numbers(Number(from), Number(to ?? from)),
    )
    expect(named).toEqual(numbers(101, 999).filter((code) => !used.includes(code)))
  })

  test('the diplomatic codes have the ranges of the specification', () => {
    const range = (from: number) => codes.find(({ code_from: first }) => first === from)
    expect(range(350)).toMatchObject({ code_to: 399, kind: 'security' })
    expect(range(600)).toMatchObject({ code_to: 649, kind: 'visiting royalty' })
    for (const { code_from: from, kind } of codes)
      if (from >= 900) expect([from, kind]).toEqual([from, 'international organisation'])
  })
})

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
