import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readShippedContent, toShippedContent } from '#content/shipped-content.ts'
import { type ArticleContent, emptyContent } from './article-content.ts'
import { findBodyLimit } from './body-limits.ts'
import { compileArticle } from './compile-article.ts'
import { describeFault } from './fault.ts'
import { readShippedArticle } from './shipped-source.ts'

const PICTURE = '0b5e3a5c-0000-4000-8000-000000000001'
const shipped = toShippedContent({
  addresses: ['/', '/plates'],
  facts: {
    'transfer-fee': {
      value: '£80',
      source: { name: 'GOV.UK', url: 'https://www.gov.uk/keep' },
      checked: '2026-11-20',
    },
  },
  tables: {
    lots: {
      caption: 'Lots',
      rows: 2,
      hast: { type: 'element', tagName: 'table', properties: {}, children: [] },
    },
  },
  articles: [],
})
const context = {
  shipped,
  articles: new Map([
    ['/info/fees', { path: '/info/fees', title: 'Fees', ids: new Set(['vat']) }],
    ['/news/other', { path: '/news/other', title: 'Other' }],
  ]),
}

function compile(changes: Partial<ArticleContent>, size = { width: 1600, height: 1200 }) {
  const content = {
    ...emptyContent('news', 'Ann'),
    title: 'T',
    summary: 'S',
    body: 'B',
    ...changes,
  }
  const pictures = new Map([[PICTURE, size]])
  return compileArticle(
    { section: 'news', slug: 't', content, published: '2026-11-23' },
    { ...context, pictures },
  )
}
const faultsOf = (changes: Partial<ArticleContent>) =>
  compile(changes).faults.map((fault) => `${fault.field}: ${describeFault(fault)}`)

test('a text quotes the facts that ship and its own', () => {
  const { article, faults } = compile({
    body: 'It costs {{transfer-fee}} or {{ours}}.',
    facts: [
      {
        name: 'ours',
        value: '£90',
        what: 'our price',
        source: { name: 'Our prices', url: '/plates' },
        checked: '2026-11-22',
      },
    ],
  })
  expect(faults).toEqual([])
  expect(article).toMatchObject({
    html: '<p>It costs £80 or £90.</p>',
    sources: [{ url: 'https://www.gov.uk/keep' }],
    ownFigures: ['£90 (our price)'],
    checked: '20 November 2026',
  })
})

test('a picture has its size, and a smaller one for small screens', () => {
  const { article, faults } = compile({
    body: `![A car](/pictures/${PICTURE})`,
    picture: { id: PICTURE, alt: 'A car' },
  })
  expect(faults).toEqual([])
  expect(article?.html).toContain(
    `src="/pictures/${PICTURE}/1600.webp" alt="A car" srcset="/pictures/${PICTURE}/800.webp 800w, /pictures/${PICTURE}/1600.webp 1600w"`,
  )
  expect(article?.html).toContain('width="1600" height="1200" loading="lazy"')
  expect(article?.image).toMatchObject({ share: `/pictures/${PICTURE}/share.jpg` })
})

test.each([
  [1200, 1600, 'sizes="(min-width: 48rem) 600px, 100vw" width="600" height="800"'],
  [300, 600, 'sizes="(min-width: 48rem) 300px, 100vw" width="300" height="600"'],
])('a portrait of %i × %i is at most 800 pixels high', (width, height, shown) => {
  const { article } = compile({ body: `![A car](/pictures/${PICTURE})` }, { width, height })
  expect(article?.html).toContain(shown)
})

test('a horizontal rule on the first line is not front matter', () => {
  expect(compile({ body: '---\ntitle: x\n---\nText' }).article?.html).toContain('<hr>')
})

test.each<[Partial<ArticleContent>, string]>([
  [{ body: '\n\n[y](/nowhere)' }, 'body: Line 3: the link /nowhere leads to no page of this site'],
  [
    { body: '[y](/info/fees#none)' },
    'body: Line 1: the link /info/fees#none has a fragment that is not on the page',
  ],
  [{ body: '[y](//evil.test)' }, 'body: Line 1: the link //evil.test must begin with /, # or https://'],
  [
    { body: '[y](javascript:alert(1))' },
    'body: Line 1: the link javascript:alert(1) must begin with /, # or https://',
  ],
  [{ body: 'x <img src=x onerror=alert(1)>' }, 'body: Line 1: HTML is not allowed: write it as Markdown'],
  [
    { body: `![](/pictures/${PICTURE})` },
    'body: Line 1: this picture needs alternative text: say what it shows',
  ],
  [
    { body: '![x](/pictures/0b5e3a5c-0000-4000-8000-000000000002)' },
    'body: Line 1: this picture has been removed: choose another',
  ],
  [
    { body: '![x](https://evil.test/x.png)' },
    'body: Line 1: the picture https://evil.test/x.png does not exist: give its path under public/, beginning with /',
  ],
  [{ body: '# Title' }, 'body: Line 1: the title is the only level 1 heading: begin with ##'],
  [{ body: '{{none}}' }, 'body: Line 1: there is no fact "none"'],
  [{ title: '{{none}}' }, 'title: there is no fact "none"'],
  [{ body: '{{table:none}}' }, 'body: Line 1: there is no table "none"'],
  [
    { body: 'We have {{plate:JB 1}} for sale.' },
    'body: Line 1: a plate with its price must be alone in its paragraph',
  ],
  [{ body: '{{plate:!!}}' }, 'body: Line 1: no plate can be drawn of "!!"'],
  [{ title: ' ' }, 'title: Give the article a title.'],
  [{ picture: { id: 'gone', alt: 'x' } }, 'picture: This picture has been removed: choose another.'],
  [{ picture: { id: PICTURE, alt: '' } }, 'picture: Describe the picture for people who cannot see it.'],
  [{ updated: '2026-11-01' }, 'updated: This day is before the day of publication.'],
  [{ updated: 'soon' }, 'updated: Give the day as a date, such as 2026-11-20.'],
  [{ checked: '2026-02-30' }, 'checked: Give the day as a date, such as 2026-11-20.'],
  [{ related: ['news/none'] }, 'related.0: there is no article “news/none” on the site'],
  [
    { sources: [{ name: 'X', url: 'javascript:1' }] },
    'sources.0.url: Give the address of the source, beginning with https://.',
  ],
  [
    {
      facts: [
        {
          name: 'A b',
          value: '1',
          what: '',
          source: { name: 'X', url: 'https://x.test' },
          checked: '2026-11-01',
        },
      ],
    },
    'facts.0.name: Name the figure in lower-case letters, digits and hyphens.',
  ],
])('%j is a fault in plain words', (changes, fault) => {
  expect(faultsOf(changes)).toEqual([fault])
})

test.each([
  '<script>alert(1)</script>',
  '<b>x</b>',
  '[x](javascript:alert(1))',
  '`plate:<b>`',
  'x <img src=x onerror=alert(1)>',
])('nothing in %s becomes HTML of the page', (body) => {
  const html = compile({ body }).article?.html ?? ''
  expect(html).not.toMatch(/<script|<b>x|onerror=|href="javascript/)
})

test('links to public articles, pages and registrations are allowed', () => {
  expect(
    faultsOf({
      body: '[a](/info/fees#vat) [b](/news/other#anything) [c](/registration/AB12CDE) [d](/plates?q=x) [e](mailto:a@b.test)',
      related: ['guides/fees', 'news/other'],
    }),
  ).toEqual([])
})

test('no text throws', () => {
  for (const body of [
    '{{',
    '[^1]: x',
    '|'.repeat(5000),
    '>'.repeat(2000),
    `${'- '.repeat(500)}x`,
    '\0',
    '[x]: /plate/%zz\n\n[x]',
  ])
    expect(compile({ body }).faults).toBeInstanceOf(Array)
})

const TOO_MUCH = 'the text has too many lines, list items, cells, links or bold words in all'
test.each([
  ['quotations', '>'.repeat(20_000), 'Line 1: quotations or lists are nested more than 16 deep here'],
  ['numbered lists', '1. '.repeat(6_000), 'Line 1: quotations or lists are nested more than 16 deep here'],
  [
    'lists by indentation',
    Array.from({ length: 500 }, (_, level) => `${' '.repeat(2 * level)}- item`).join('\n'),
    'Line 33: quotations or lists are nested more than 16 deep here',
  ],
  [
    'a list of 81 KB in lists',
    Array.from({ length: 490 }, () =>
      [...Array(10).keys()].map((level) => `${'  '.repeat(level)}- item`).join('\n'),
    ).join('\n'),
    TOO_MUCH,
  ],
  ['750 list items', '- x\n'.repeat(750), TOO_MUCH],
  ['quotations of a line each', '> x\n\n'.repeat(2_400), TOO_MUCH],
  ['headings', '## Same\n\n'.repeat(750), TOO_MUCH],
  ['empty lines', `a${'\n'.repeat(170_000)}b`, TOO_MUCH],
  ['cells', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(600)}`, TOO_MUCH],
  [
    'rows that are filled up to 500 cells',
    `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'a\n'.repeat(900)}`,
    TOO_MUCH,
  ],
  ['links', '[a](/b) '.repeat(750), TOO_MUCH],
  ['bare links', 'www.a.b '.repeat(10_000), TOO_MUCH],
  ['unclosed links in bold', '*['.repeat(90_000), TOO_MUCH],
])('a text of %s that would block the site is refused before it is parsed', (_, body, fault) => {
  const { article, faults } = compile({ body })
  expect(article).toBeNull()
  expect(faults.map(describeFault)).toEqual([expect.stringContaining(fault)])
})

test('lists in lists, quotations and large tables of a real article are within the limits', () => {
  const body = [
    Array.from({ length: 8 }, (_, level) => `${' '.repeat(4 * level)}- item`).join('\n'),
    '> > > twice quoted',
    '- [One](/plates), **two**\n'.repeat(50),
    `| A | B |\n|---|---|\n${'| **1** | [2](/plates) |\n'.repeat(50)}`,
    'A sentence of **bold** words. '.repeat(50),
  ].join('\n\n')
  expect(compile({ body }).article).not.toBeNull()
})

test.each(readdirSync('content/guides'))('a text three times as long as %s is within the limits', (name) => {
  const body = readFileSync(join('content/guides', name), 'utf8').replace(/^---.*?\n---\n/s, '')
  expect(findBodyLimit(body.repeat(3))).toBeNull()
})

test('a source that is a dealer in plates is named and not linked, so that no customer is sent to a rival', () => {
  const official = { name: 'GOV.UK', url: 'https://www.gov.uk/keep' }
  const { article } = compile({
    sources: [official, { name: 'Regtransfers, a guide', url: 'https://www.regtransfers.co.uk/guide' }],
  })
  expect(article?.sources).toEqual([official])
  expect(article?.reportedBy).toEqual(['Regtransfers, a guide'])
})

test('the source of a figure is never a script, even in a preview', () => {
  const { article } = compile({
    body: 'It costs {{ours}}.',
    facts: [
      {
        name: 'ours',
        value: '£90',
        what: '',
        source: { name: 'Us', url: 'javascript:alert(1)' },
        checked: '2026-11-22',
      },
    ],
  })
  expect(article?.html).toContain('£90')
  expect(JSON.stringify(article)).not.toContain('javascript:')
})

test('an article that ships has no fault on the desk, whichever it is', async () => {
  const all = await readShippedContent()
  const articles = new Map([...all.articles].map(([path, one]) => [path, { ...one, ids: new Set(one.ids) }]))
  for (const [path, { section, slug, published }] of all.articles) {
    const content = await readShippedArticle(section, slug, all.sources)
    if (!content) throw new Error(`${path} has no source`)
    const { faults } = compileArticle(
      { section, slug, content, published },
      { shipped: all, articles, pictures: new Map() },
    )
    expect([path, faults]).toEqual([path, []])
  }
})
