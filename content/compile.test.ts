import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Article } from '#shared/articles/article.ts'
import { compileContent } from './compile.ts'
import { ContentError } from './errors.ts'

const heading = {
  title: 'Fees',
  date: '20 November 2026',
  published: '2026-11-20',
  category: 'Guide',
  author: 'Plateworthy',
  image: "''",
  summary: 'What it costs.',
  keywords: 'fees',
  sources: '[{ name: GOV.UK, url: https://www.gov.uk/fees }]',
  hub: 'info',
}

/** A guide with this body; front matter of eleven lines and two fences, so that the body begins on line 13. */
function piece(body: string, changes: Record<string, string | undefined> = {}): string {
  const entries = Object.entries({ ...heading, ...changes }).filter(([, value]) => value !== undefined)
  return `---\n${entries.map(([key, value]) => `${key}: ${value}`).join('\n')}\n---\n${body}`
}

const FACTS = JSON.stringify({
  'transfer-fee': {
    value: '£80',
    source: { name: 'GOV.UK', url: 'https://www.gov.uk/keep' },
    checked: '2026-11-20',
  },
  'online-hours': {
    value: '7am to 7pm',
    source: { name: 'Our own figure', url: '/contact' },
    checked: '2026-11-01',
  },
})
const LOTS =
  'plate_number,guide_low,guide_high,hammer_price,source_url\n1 A,,,160000,https://paper.test/\n2 B,500,900,,https://paper.test/\n'

function compile(files: Record<string, string>): Article[] {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const all = { 'facts/fees.json': FACTS, 'tables/original-auction.csv': LOTS, ...files }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return compileContent(folder, { addresses: ['/', '/plates', '/contact'], publicFolder: folder }).articles
}

const compileOne = (body: string, changes?: Record<string, string | undefined>) =>
  compile({ 'guides/fees.md': piece(body, changes) })[0] as Article

function problemsOf(files: Record<string, string>): string[] {
  try {
    compile(files)
  } catch (error) {
    if (error instanceof ContentError)
      return error.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)
    throw error
  }
  return []
}

test('a figure is quoted from the facts, and its source is listed with those of the heading', () => {
  const article = compileOne('It costs {{transfer-fee}}.\n', { summary: 'For {{ transfer-fee }}.' })
  expect(article.html).toBe('<p>It costs £80.</p>')
  expect(article.summary).toBe('For £80.')
  expect(article.sources.map(({ url }) => url)).toEqual([
    'https://www.gov.uk/fees',
    'https://www.gov.uk/keep',
  ])
  expect(article.checked).toBe('20 November 2026')
})

test('a figure of our own is named as such, not given a source', () => {
  const article = compileOne('Open {{online-hours}}.\n')
  expect(article.ownFigures).toEqual(['7am to 7pm'])
  expect(article.sources).toHaveLength(1)
  expect(article.checked).toBe('1 November 2026')
})

test('a figure that we computed is named as such, beside the source that it comes from', () => {
  const facts = {
    'hammer-price': {
      value: '£530,000',
      what: 'hammer price of JB 1',
      status: 'computed',
      source: { name: 'A magazine', url: 'https://magazine.test/' },
      checked: '2026-11-20',
    },
  }
  const [article] = compile({
    'facts/records.json': JSON.stringify(facts),
    'guides/fees.md': piece('It was {{hammer-price}}.\n'),
  })
  expect(article?.computedFigures).toEqual(['£530,000 (hammer price of JB 1)'])
  expect(article?.ownFigures).toEqual([])
  expect(article?.sources.map(({ url }) => url)).toContain('https://magazine.test/')
})

test('a table of lots shows every row of its file, and a dash for what is not known', () => {
  const { html } = compileOne('There are {{count:original-auction}}.\n\n{{table:original-auction}}\n')
  expect(html).toContain('<p>There are 2.</p>')
  const cells = [...html.matchAll(/<t[hd] role="(?:cell|rowheader)"[^>]*>(.*?)<\/t[hd]>/g)].map(
    ([, cell = '']) => cell.replace(/<[^>]+>/g, ''),
  )
  expect(cells).toEqual(['1 A', '-', '£160,000', '2 B', '£500 to £900', '-'])
})

test('a registration becomes a plate that is still read as text', () => {
  const { html, opening } = compileOne('Take `plate:JB 1` home.\n')
  expect(html).toMatch(/<span class="plate-chip"><svg [^>]*aria-hidden="true"[^>]*>.*<span>JB 1<\/span>/)
  expect(opening).toBe('Take JB 1 home.')
})

test('tables of the text scroll inside a frame that takes the focus and is named by its heading', () => {
  const { html } = compileOne('## What it costs\n\n| Fee | £ |\n| --- | ---: |\n| Transfer | 80 |\n')
  expect(html).toContain(
    '<div class="table-scroll" role="group" aria-label="What it costs" tabindex="0"><table>',
  )
  expect(html).toContain('<th scope="col" class="number">£</th>')
  expect(html).not.toMatch(/style=|align=/)
})

test('an empty corner of a table makes the first cell of each row its head', () => {
  const { html } = compileOne('## Fees\n\n| | £ |\n| --- | ---: |\n| Transfer | 80 |\n')
  expect(html).toContain('<th scope="row" class="row-head">Transfer</th>')
  expect(html).toMatch(/<td><\/td>\s*<th scope="col" class="number">£<\/th>/)
})

test('headings of the second rank are the contents of an article', () => {
  const { contents } = compileOne('## First things\n\n### Not this\n\n## Last things\n')
  expect(contents).toEqual([
    { id: 'first-things', title: 'First things' },
    { id: 'last-things', title: 'Last things' },
  ])
})

test('news and stories need no hub', () => {
  const [story] = compile({ 'stories/a.md': piece('x\n', { hub: undefined }) })
  expect(story?.hub).toBeNull()
})

test('drafts are left out, and so is nothing else', () => {
  const articles = compile({
    'guides/draft.md': piece('Soon.\n', { draft: 'true' }),
    'guides/done.md': piece('Done.\n'),
    'stories/example.md': piece('A sample.\n', { placeholder: 'true' }),
  })
  expect(articles.map(({ path }) => path)).toEqual(['/info/done', '/plate-stories/example'])
})

// Each problem with the file and line that the build names.
const invalid: [what: string, files: Record<string, string>, problem: string][] = [
  ['a missing title', { 'guides/a.md': piece('x\n', { title: undefined }) }, 'guides/a.md:2: title: '],
  [
    'a guide without a hub',
    { 'guides/a.md': piece('x\n', { hub: undefined }) },
    'guides/a.md:2: hub: is missing: choose auction, document or info, or no page lists this guide',
  ],
  ['an unknown hub', { 'guides/a.md': piece('x\n', { hub: 'fees' }) }, 'guides/a.md:11: hub: '],
  [
    'an unknown category',
    { 'guides/a.md': piece('x\n', { category: 'Gossip' }) },
    'guides/a.md:5: category: ',
  ],
  ['a misspelt key', { 'guides/a.md': piece('x\n', { sumary: 'x' }) }, 'guides/a.md:12: '],
  [
    'an impossible date',
    { 'guides/a.md': piece('x\n', { published: '2026-02-30' }) },
    'guides/a.md:4: published: ',
  ],
  [
    'a displayed date that differs',
    { 'guides/a.md': piece('x\n', { date: '1 May 2020' }) },
    'guides/a.md:3: date: ',
  ],
  [
    'a picture at the head without alternative text',
    { 'guides/a.md': piece('x\n', { image: '/a.png' }) },
    'guides/a.md:7: image: ',
  ],
  ['no front matter', { 'guides/a.md': 'Hello\n' }, 'guides/a.md:1: has no front matter'],
  ['broken YAML', { 'guides/a.md': piece('x\n', { title: '"open' }) }, 'guides/a.md:'],
  [
    'a file name that is no address',
    { 'guides/Big Title.md': piece('x\n') },
    'guides/Big Title.md:1: the file name',
  ],
  [
    'an unknown fact',
    { 'guides/a.md': piece('x\n\nIt is {{nope}}.\n') },
    'guides/a.md:15: there is no fact "nope"',
  ],
  [
    'an unknown fact in the summary',
    { 'guides/a.md': piece('x\n', { summary: '"{{nope}}"' }) },
    'guides/a.md:8: there is no fact',
  ],
  [
    'an unknown table',
    { 'guides/a.md': piece('{{table:nope}}\n') },
    'guides/a.md:13: there is no table "nope"',
  ],
  [
    'a count of nothing',
    { 'guides/a.md': piece('{{count:nope}} lots\n') },
    'guides/a.md:13: there is no table "nope"',
  ],
  [
    'a table within a sentence',
    { 'guides/a.md': piece('See {{table:original-auction}}\n') },
    'guides/a.md:13: a table must be alone',
  ],
  [
    'a link to nowhere',
    { 'guides/a.md': piece('x\n\n[y](/nowhere)\n') },
    'guides/a.md:15: the link /nowhere leads to no page of this site',
  ],
  [
    'a link to a draft',
    { 'guides/a.md': piece('[y](/info/b)\n'), 'guides/b.md': piece('x\n', { draft: 'true' }) },
    'guides/a.md:13: the link /info/b leads to no page of this site',
  ],
  [
    'a relative link',
    { 'guides/a.md': piece('[y](plates)\n') },
    'guides/a.md:13: the link plates must begin with',
  ],
  [
    'a link to another host without its protocol',
    { 'guides/a.md': piece('[y](//evil.test/)\n') },
    'guides/a.md:13: the link //evil.test/ must begin',
  ],
  [
    'a link to an id that this page lacks',
    { 'guides/a.md': piece('## Here\n\n[y](#there)\n') },
    'guides/a.md:15: the link #there has a fragment',
  ],
  [
    'a link to an id that is wrongly encoded',
    { 'guides/a.md': piece('[y](#%zz)\n') },
    'guides/a.md:13: the link #%zz has a fragment',
  ],
  [
    'a link to an id that another page lacks',
    { 'guides/a.md': piece('[y](/info/b#there)\n'), 'guides/b.md': piece('## Here\n') },
    'guides/a.md:13: the link /info/b#there',
  ],
  [
    'a picture without alternative text',
    { 'guides/a.md': piece('![](/guides/a.md)\n') },
    'guides/a.md:13: the picture /guides/a.md needs alternative text',
  ],
  [
    'a picture that is not there',
    { 'guides/a.md': piece('![A car](/no.png)\n') },
    'guides/a.md:13: the picture /no.png does not exist',
  ],
  ['HTML', { 'guides/a.md': piece('<b onclick="x()">no</b>\n') }, 'guides/a.md:13: HTML is not allowed'],
  ['a second title', { 'guides/a.md': piece('# Again\n') }, 'guides/a.md:13: the title is the only'],
  [
    'a heading that skips a level',
    { 'guides/a.md': piece('## A\n\n#### B\n') },
    'guides/a.md:15: a level 4 heading',
  ],
  [
    'an id that the page already has',
    { 'guides/a.md': piece('## Sources\n') },
    'guides/a.md:13: the page itself uses the id',
  ],
  [
    'a plate without characters',
    { 'guides/a.md': piece('`plate: !`\n') },
    'guides/a.md:13: no plate can be drawn',
  ],
  [
    'a merge conflict',
    { 'guides/a.md': piece('x\n\n<<<<<<< HEAD\nOurs\n=======\nTheirs\n>>>>>>> main\n') },
    'guides/a.md:15: has an unresolved merge conflict',
  ],
  [
    'something related that is not there',
    { 'guides/a.md': piece('x\n', { related: '[guides/b]' }) },
    'guides/a.md:12: there is no article "guides/b"',
  ],
  [
    'a fact without a source',
    { 'facts/more.json': '{\n  "x": {\n    "value": "1",\n    "checked": "2026-11-20"\n  }\n}\n' },
    'facts/more.json:2: x.source: must have a name and a url',
  ],
  [
    'a fact in two files',
    { 'facts/more.json': FACTS },
    'facts/more.json:1: the fact "transfer-fee" is in another file',
  ],
  [
    'a lot whose price is no number',
    { 'tables/original-auction.csv': `${LOTS}3 C,,,many,https://paper.test/\n` },
    'tables/original-auction.csv:4: hammer_price: ',
  ],
  [
    'a row too short',
    { 'tables/original-auction.csv': `${LOTS}3 C,,\n` },
    'tables/original-auction.csv:4: Invalid Record Length: columns length is 5, got 3',
  ],
]

test.each(invalid)('%s stops the build, with file and line', (_, files, problem) => {
  expect(problemsOf(files)[0]).toContain(problem)
})

test('all errors are reported together, in the order of the files', () => {
  const files = {
    'guides/a.md': piece('[y](/nowhere)\n\n{{nope}}\n'),
    'news/b.md': piece('x\n', { category: 'Gossip' }),
  }
  expect(problemsOf(files)).toEqual([
    'guides/a.md:13: the link /nowhere leads to no page of this site',
    'guides/a.md:15: there is no fact "nope"',
    expect.stringContaining('news/b.md:5: category: '),
  ])
  expect(() => compile(files)).toThrow('Invalid content:\n  content/guides/a.md:13: ')
})

test('errors in the front matter do not hide those in the body, links or related articles', () => {
  const files = {
    'guides/a.md': piece('## A\n\nIt is {{nope}}.\n\n[y](/nowhere) and [z](#there)\n', {
      title: undefined,
      date: '1 May 2020',
      image: '/a.png',
      summary: '"For {{never}}."',
      category: 'Gossip',
      related: '[guides/b, guides/c]',
    }),
    'guides/b.md': piece('[y](/info/a#a)\n'),
  }
  expect(problemsOf(files)).toEqual([
    'guides/a.md:2: title: Invalid input: expected string, received undefined',
    'guides/a.md:2: date: must be 20 November 2026, the day in published',
    expect.stringContaining('guides/a.md:4: category: '),
    'guides/a.md:6: image: needs alternative text in imageAlt',
    'guides/a.md:6: the picture /a.png does not exist',
    'guides/a.md:7: there is no fact "never"',
    'guides/a.md:11: there is no article "guides/c"',
    'guides/a.md:15: there is no fact "nope"',
    'guides/a.md:17: the link /nowhere leads to no page of this site',
    'guides/a.md:17: the link #there has a fragment that is not on the page',
  ])
})

test('invalid front matter does not hide errors in the body', () => {
  const files = { 'guides/a.md': piece('{{nope}}\n\n[y](/nowhere)\n', { title: '"open' }) }
  const problems = problemsOf(files)
  expect(problems).toContain('guides/a.md:13: there is no fact "nope"')
  expect(problems).toContain('guides/a.md:15: the link /nowhere leads to no page of this site')
  const bare = problemsOf({ 'guides/a.md': 'Hello {{nope}}\n' })
  expect(bare).toEqual([
    'guides/a.md:1: has no front matter: begin with it, between lines of ---',
    'guides/a.md:1: there is no fact "nope"',
  ])
})

test('errors in facts and tables do not hide those in articles, and cause none there', () => {
  const lots = `${LOTS}3 C,,,many,https://paper.test/\n4 D,,\n5 E,9,x,,https://paper.test/\n`
  const files = {
    'facts/more.json': '{\n  "x": {\n    "value": "1",\n    "checked": "2026-11-20"\n  }\n}\n',
    'tables/original-auction.csv': lots,
    'guides/a.md': piece('{{x}} of {{count:original-auction}}, {{nope}}\n\n{{table:original-auction}}\n'),
  }
  expect(problemsOf(files)).toEqual([
    expect.stringContaining('facts/more.json:2: x.source: '),
    'guides/a.md:13: there is no fact "nope"',
    expect.stringContaining('tables/original-auction.csv:4: hammer_price: '),
    expect.stringContaining('tables/original-auction.csv:5: Invalid Record Length'),
    expect.stringContaining('tables/original-auction.csv:6: guide_high: '),
  ])
  const unreadable = { ...files, 'facts/more.json': '{"x": ' }
  const reported = problemsOf(unreadable).filter((problem) => problem.startsWith('guides/'))
  expect(reported).toEqual([]) // any fact may be in the file that cannot be read
})
