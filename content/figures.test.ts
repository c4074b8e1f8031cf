// Each figure in an article has one origin and a source.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { SECTIONS } from '#shared/articles/article.ts'
import { DOCUMENTED_REGIMES } from '#shared/sales/fee-regimes.ts'
import { explainPrice, feeBreakdown, findFeeRegime, percent } from '#shared/sales/fees.ts'
import { formatGbp } from '#shared/text/money.ts'
import { compileContent } from './compile.ts'
import { addressesOf } from './plugin.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const content = compileContent(folder, {
  addresses: addressesOf(routes),
  publicFolder: fileURLToPath(new URL('../public', import.meta.url)),
})
const { facts } = content

/** Round sums of examples, without a source. */
const EXAMPLES: Record<string, string[]> = {
  'guides/auction-fees-explained': ['£1,000', '£500', '£300'],
  'guides/auction-houses-comparison': ['£20,000', '£23,600'],
  'guides/auction-registration-guide': [
    '£500',
    '£1,000',
    '£2,500',
    '£5,000',
    '£10,000',
    '£25,000',
    '£50,000',
  ],
  'guides/dvla-auction-complete-guide': ['£600', '£610', '£1,000'],
  'news/a-typical-dvla-lot-of-2025': ['£1,000', '£10,000'],
  'news/the-nine-dvla-auctions-of-2025': ['£15,000', '£20,000', '£50,000'],
  'news/the-shape-that-sells': ['£20,000'],
}

/** A rumoured price, documented nowhere, as the article says. */
const HEARSAY = 'hearsay'

/** Figures that one article alone uses, with the source among its own that gives them. */
const SOURCED: Record<string, Record<string, string>> = {
  'guides/auction-calendar': {
    '£399': 'Irish Independent, the 16 series',
    '£1,299': 'Irish Independent, the 16 series',
  },
  'guides/auction-houses-comparison': { '£404,000': 'BBC News, sale of S 1' },
  'guides/dvla-auction-complete-guide': {
    ...Object.fromEntries(
      [
        '£70',
        '£100',
        '£130',
        '£170',
        '£200',
        '£250',
        '£350',
        '£500',
        '£800',
        '£1,200',
        '£1,500',
        '£2,200',
      ].map((amount) => [amount, 'Collected DVLA auction lists, to February 2024']),
    ),
  },
  'guides/original-1989-dvla-personalised-plate-auction': {
    '£10,000': 'The Independent, 1993',
    '£1.08 million': 'The Independent, 1993',
    '£250 million': 'Stephen Moss, Love letters',
  },
  'guides/why-do-people-buy-personalised-plates': {
    '£250': 'Lancashire Telegraph',
    '£300': 'The Daily Telegraph',
    '£342': 'The Daily Telegraph',
  },
  'news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate': {
    '£180,000': 'The Guardian (copy at Verda Post)',
    '£2 million': HEARSAY,
    '£502,500': 'The Daily Telegraph',
  },
  'stories/dy1-uks-first-number-plate': { '£2,500': 'Wikipedia, A1 registration plate' },
  'stories/vip1-number-plate': { '£281,000': 'Motor1', '£2 million': HEARSAY },
}

const AMOUNT = /£(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: (?:million|billion))?/g
/** Only facts may contain these: a percentage, opening times, a multiplier of a bid. */
const RATES = /\d+(?:\.\d+)?\s?%|\b\d{1,2}(?:[.:]\d\d)?\s?[ap]m\b|\b1\.\d{3}\b/g

const pieces = SECTIONS.flatMap((section) =>
  readdirSync(`${folder}${section}`).map((file) => {
    const source = readFileSync(`${folder}${section}/${file}`, 'utf8')
    const [, heading = '', body = ''] = source.split(/^---$/m)
    const [title = '', summary = ''] = ['title', 'summary'].map(
      (key) => new RegExp(`^${key}: (.*)$`, 'm').exec(heading)?.[1] ?? '',
    )
    return {
      name: `${section}/${file.replace(/\.md$/, '')}`,
      slug: file.replace(/\.md$/, ''),
      /** The text without inserted facts, plates and URLs. */
      typed: [title, summary, body].join('\n').replace(/\{\{[^}]*\}\}|`[^`]*`|\]\([^)]*\)/g, ''),
      plates: [...source.matchAll(/(?:`plate:|\[)([A-Z0-9]+ ?[A-Z0-9]+)[`\]]/g)].map(
        ([, plate = '']) => plate,
      ),
    }
  }),
)

/** Every number on record about a plate's sales. */
const recorded = new Map<string, string>()
for (const file of ['uk-sales', 'jersey-sales'])
  for (const sale of parse(readFileSync(new URL(`../db/seed/${file}.csv`, import.meta.url), 'utf8'), {
    columns: true,
  }) as Record<string, string>[]) {
    const { plate_number: plate = '', hammer_price: hammer = '', total_price: total = '', note = '' } = sale
    recorded.set(
      plate,
      `${recorded.get(plate) ?? ''} ${hammer} ${total} ${note.replace(/(\d),(\d)/g, '$1$2')}`,
    )
  }
const isRecorded = (amount: string, plates: string[]) =>
  plates.some((plate) => new RegExp(`\\b${amount.replace(/[£,]/g, '')}\\b`).test(recorded.get(plate) ?? ''))

describe.each(pieces.map((piece) => [piece.name, piece] as const))('%s', (name, { slug, typed, plates }) => {
  test('each article inserts every rate and every opening time from the facts', () => {
    expect(typed.match(RATES) ?? []).toEqual([])
  })

  test('each article hard-codes no amount that is a fact, and has a source for every other', () => {
    const values = new Set(Object.values(facts).map(({ value }) => value))
    const [examples, sourced] = [EXAMPLES[name] ?? [], SOURCED[name] ?? {}]
    const others = [...new Set(typed.match(AMOUNT) ?? [])].filter((amount) => !examples.includes(amount))
    const problems = others.flatMap((amount) => {
      if (amount in sourced) return []
      if (values.has(amount)) return [`${amount} is a fact: quote it`]
      return isRecorded(amount, plates) ? [] : [`${amount} has no source`]
    })
    expect(problems).toEqual([])
    expect(Object.keys(sourced).filter((amount) => !others.includes(amount))).toEqual([])
    const article = content.articles.find((candidate) => candidate.slug === slug)
    for (const publication of Object.values(sourced))
      if (publication !== HEARSAY)
        expect(article?.sources.map((source) => source.name)).toContain(publication)
  })
})

test('each figure has a description and is official, reported, computed or ours', () => {
  for (const [name, { what, status, source }] of Object.entries(facts)) {
    expect([name, what, status]).toEqual([name, expect.stringMatching(/\S/), expect.any(String)])
    expect([name, status === 'ours']).toEqual([name, source.url.startsWith('/')])
  }
})

test('the facts agree with the rates that totals are computed from', () => {
  const value = (name: string) => facts[name]?.value
  const rates = (whereSold: string, saleYear: number, saleMonth: number) => {
    const regime = findFeeRegime({ whereSold, saleYear, saleMonth }, DOCUMENTED_REGIMES)
    if (!regime || regime.status === 'disputed') throw new Error(`${whereSold} ${saleYear} has no rates`)
    return regime
  }
  const premium = (...of: Parameters<typeof rates>) => percent(rates(...of).tiers[0]?.rate ?? 0)
  const recent = rates('DVLA Auction', 2025, 9)
  const jb1 = rates('Bonhams', 2025, 7)
  const first = rates('DVLA Auction', 1989, 12)
  const factor = (rate: number) => (1 + rate) * (1 + (recent.vat ?? 0))
  const disputed = DOCUMENTED_REGIMES.flatMap((regime) =>
    regime.status === 'disputed' ? regime.candidates : [],
  )
  const [higher, lower] = disputed.map(({ rate }) => rate)
  expect({
    'dvla-buyers-premium': value('dvla-buyers-premium'),
    'dvla-buyers-premium-claimed': value('dvla-buyers-premium-claimed'),
    'dvla-buyers-premium-before': value('dvla-buyers-premium-before'),
    'dvla-buyers-premium-1989': value('dvla-buyers-premium-1989'),
    'vat-rate': value('vat-rate'),
    'vat-rate-1989': value('vat-rate-1989'),
    'dvla-assignment-fee': value('dvla-assignment-fee'),
    'dvla-total-for-1000': value('dvla-total-for-1000'),
    'dvla-factor': value('dvla-factor'),
    'dvla-factor-claimed': value('dvla-factor-claimed'),
    'dvla-share-on-top': value('dvla-share-on-top'),
    'dvla-share-on-top-claimed': value('dvla-share-on-top-claimed'),
    'bonhams-premium-first-band': value('bonhams-premium-first-band'),
    'bonhams-premium-second-band': value('bonhams-premium-second-band'),
    'bonhams-premium-step': value('bonhams-premium-step'),
    'sale-jb-1-total': value('sale-jb-1-total'),
    'sale-1-a-total': value('sale-1-a-total'),
  }).toEqual({
    'dvla-buyers-premium': percent(higher ?? 0),
    'dvla-buyers-premium-claimed': percent(lower ?? 0),
    'dvla-buyers-premium-before': premium('DVLA Auction', 2019, 7),
    'dvla-buyers-premium-1989': premium('DVLA Auction', 1989, 12),
    'vat-rate': percent(recent.vat ?? 0),
    'vat-rate-1989': percent(first.vat ?? 0),
    'dvla-assignment-fee': formatGbp(recent.assignmentFeeGbp ?? 0),
    'dvla-total-for-1000': formatGbp(feeBreakdown(1_000, recent)?.totalGbp ?? 0),
    'dvla-factor': factor(higher ?? 0).toFixed(3),
    'dvla-factor-claimed': factor(lower ?? 0).toFixed(3),
    'dvla-share-on-top': percent(factor(higher ?? 0) - 1),
    'dvla-share-on-top-claimed': percent(factor(lower ?? 0) - 1),
    'bonhams-premium-first-band': percent(jb1.tiers[0]?.rate ?? 0),
    'bonhams-premium-second-band': percent(jb1.tiers[1]?.rate ?? 0),
    'bonhams-premium-step': formatGbp(jb1.tiers[0]?.upToGbp ?? 0),
    'sale-jb-1-total': formatGbp(feeBreakdown(530_000, jb1)?.totalGbp ?? 0),
    'sale-1-a-total': formatGbp(feeBreakdown(160_000, first)?.totalGbp ?? 0),
  })
})

test('the articles on JB 1 and 1 A agree with the recorded sales', () => {
  const rows = parse(readFileSync(new URL('../db/seed/uk-sales.csv', import.meta.url), 'utf8'), {
    columns: true,
  }) as Record<string, string>[]
  const account = (plate: string) => {
    const row = rows.find(({ plate_number: number }) => number === plate) ?? {}
    const pounds = (text = '') => (text === '' ? null : Number(text))
    return explainPrice(
      {
        id: plate,
        registration: plate,
        whereSold: row.where_sold ?? null,
        category: null,
        type: null,
        saleYear: Number(row.sale_year),
        saleMonth: pounds(row.sale_month),
        hammerPriceGbp: pounds(row.hammer_price),
        totalPriceGbp: pounds(row.total_price),
        selection: 'reported',
        priceBasis: row.price_basis as 'hammer',
      },
      DOCUMENTED_REGIMES,
    )
  }
  const figure = (name: string) => ({ price: facts[name]?.value, is: facts[name]?.status })
  const onRecord = ({ priceGbp, provenance }: ReturnType<typeof account>['total']) => ({
    price: formatGbp(priceGbp ?? 0),
    is: provenance.is,
  })
  expect(figure('sale-jb-1-hammer')).toEqual(onRecord(account('JB 1').hammer))
  expect(figure('sale-jb-1-total')).toEqual(onRecord(account('JB 1').total))
  expect(figure('sale-1-a-hammer')).toEqual(onRecord(account('1 A').hammer))
  expect(figure('sale-1-a-total')).toEqual(onRecord(account('1 A').total))
})

test('every article that states the current DVLA auction premium states both claimed rates', () => {
  for (const { slug, section } of content.articles) {
    const source = readFileSync(`${folder}${section}/${slug}.md`, 'utf8')
    if (/\{\{dvla-(buyers-premium|share-on-top)\}\}/.test(source))
      expect([
        slug,
        /\{\{dvla-(buyers-premium|share-on-top)-claimed\}\}|safe for a lower one/.test(source),
      ]).toEqual([slug, true])
  }
})
