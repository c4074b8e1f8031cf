// The public accuracy of the estimates: the page and its JSON as measured on the shipped residuals.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { describe, expect, it, test } from 'vitest'
import { parseMonth } from '#packages/estimate/lot.ts'
import {
  type Group,
  halfWithinPercent,
  type Measures,
  measure,
  measureBands,
  measureConfidences,
  measureKinds,
  measureMonths,
} from '#packages/estimate/measures.ts'
import { isRefused, makeResidual, parseResiduals, writeResiduals } from '#packages/estimate/residuals.ts'
import { ACCURACY_NOT_SHOWN } from '#services/estimates/accuracy-report.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const SHIPPED = new URL('../../packages/estimate/data/residuals.csv', import.meta.url)
const CARD = new URL('../../packages/estimate/data/model-card.json', import.meta.url)

const { rows } = parseResiduals(readFileSync(SHIPPED, 'utf8'))
const all = measure(rows)
const GROUPS: Record<string, Group[]> = {
  byKind: measureKinds(rows),
  byEstimate: measureBands(rows, 'estimate'),
  byPrice: measureBands(rows, 'hammer'),
  byConfidence: measureConfidences(rows),
  byMonth: measureMonths(rows),
}

function expectFigures(actual: Record<string, unknown>, expected: object, what: string): void {
  for (const [name, value] of Object.entries(expected)) {
    const found = actual[name]
    if (value !== null && typeof value === 'object')
      expectFigures(found as Record<string, unknown>, value, `${what} ${name}`)
    else if (value === null) expect([what, name, found]).toEqual([what, name, null])
    else expect(Math.abs(Number(found) - value), `${what} ${name}: ${found}, not ${value}`).toBeLessThan(1e-4)
  }
}

describe('with the residuals that ship', () => {
  it('every figure of /valuations/accuracy.json is measured on the residuals', async () => {
    const site = await readTestSite()
    const response = await site.ask('/valuations/accuracy.json')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    const json = await response.json()
    expectFigures(json.all, all, 'all')
    expectFigures(json.answered, measure(rows.filter((row) => !isRefused(row))), 'answered')
    expect(json.halfWithinPercent).toBe(halfWithinPercent(all))
    for (const [name, groups] of Object.entries(GROUPS)) {
      expect(json[name].map(({ key }: Group) => key)).toEqual(groups.map(({ key }) => key))
      for (const [place, { key, ...figures }] of groups.entries())
        expectFigures(json[name][place], figures, `${name} ${key}`)
    }
    const bins: { n: number }[] = json.calibration
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(rows.length)
    const worst = Math.max(...rows.map(({ ratio }) => Math.abs(Math.log(ratio))))
    expect(Math.abs(Math.log(json.worst[0].ratio))).toBeCloseTo(worst, 2)
  })

  it('the page of accuracy has the same figures', async () => {
    const site = await readTestSite()
    const page = parse(await site.read('/valuations/accuracy'))
    expect(textOf(page.querySelector('h1')?.innerHTML ?? '').trim()).toBe(
      `Half of our estimates were within ${halfWithinPercent(all)}% of the hammer price.`,
    )
    const table = page
      .querySelectorAll('table')
      .find(({ textContent }) => textContent.includes('By our confidence'))
    const shown = (table?.querySelectorAll('tbody tr') ?? [])
      .map((row) => row.querySelectorAll('td').map(({ innerHTML }) => textOf(innerHTML).trim()))
      .filter((cells) => cells.length > 0)
    const groups = Object.entries(GROUPS).flatMap(([name, members]) =>
      members.map((group) => cellsOf(group, name !== 'byPrice')),
    )
    const sorted = (cells: string[][]) => cells.map((row) => row.join(' | ')).sort()
    expect(sorted(shown)).toEqual(sorted([cellsOf(all, true), ...groups]))
  })

  it('the card of the model has the same figures as the residuals', () => {
    const card = JSON.parse(readFileSync(CARD, 'utf8'))
    const { naive, ...figures } = all
    expectFigures(card.rolling, figures, 'card')
  })

  it('no registration is among the residuals that ship', () => {
    const text = readFileSync(SHIPPED, 'utf8').split('\n').slice(4).join('\n')
    expect(text).not.toMatch(/[A-Z]/)
  })

  it('the page of accuracy is in the sitemap, in llms.txt, and linked from valuations, the data page and every footer', async () => {
    const site = await readTestSite()
    expect(await site.read('/sitemap.xml')).toContain('<loc>https://plates.test/valuations/accuracy</loc>')
    expect(await site.read('/llms.txt')).toContain('(https://plates.test/valuations/accuracy)')
    for (const path of ['/valuations', '/sales-explorer/data', '/sitemap'])
      expect(
        parse(await site.read(path)).querySelectorAll('main a[href="/valuations/accuracy"]'),
        path,
      ).toHaveLength(1)
    expect(
      parse(await site.read('/about')).querySelector('footer a[href="/valuations/accuracy"]'),
    ).toBeTruthy()
  })
})

function cellsOf({ n, mdape, within20, within2x, coverage80, r2, refused, naive }: Measures, hasR2: boolean) {
  const percent = (share: number, decimals = 0) => `${(share * 100).toFixed(decimals)}%`
  const square = (value: number | null) => (value === null ? '–' : value.toFixed(2).replace('-', '−'))
  const pair = (ours: string, other: string) => `${ours} , naive ${other}`
  return [
    n.toLocaleString('en-GB'),
    pair(percent(mdape, 1), percent(naive.mdape, 1)),
    pair(percent(within20), percent(naive.within20)),
    pair(percent(within2x), percent(naive.within2x)),
    percent(coverage80),
    hasR2 ? pair(square(r2), square(naive.r2)) : '–',
    percent(refused),
  ]
}

/** Invented residuals, half of which are within 25 % of the price. */
function madeUpResiduals(): string {
  const path = join(temporaryFolder(), 'residuals.csv')
  const rows = [800, 1000, 1250, 2000].map((hammerGbp) =>
    makeResidual({
      month: parseMonth('2025-09') as number,
      kind: 'prefix',
      estimateGbp: 1000,
      lowGbp: 500,
      highGbp: 1500,
      answer: 'medium',
      naiveGbp: 900,
      hammerGbp,
    }),
  )
  writeFileSync(path, writeResiduals({ rows, repeats: null }))
  return path
}

test('the sentence of the page of accuracy follows from the residuals', async () => {
  const site = await openTestSite({}, { residualsPath: madeUpResiduals() })
  const text = textOf(await site.read('/valuations/accuracy'))
  // Errors of 25 %, 0, 20 % and 50 %: the middle is 22.5 %.
  expect(text).toContain('Half of our estimates were within 23% of the hammer price.')
  expect(text).toContain('4 lots of the DVLA auctions of September 2025')
  expect(text).not.toContain('Best possible')
})

test.each([
  ['missing', () => join(temporaryFolder(), 'nothing.csv')],
  [
    'cut short',
    () => {
      const path = madeUpResiduals()
      writeFileSync(path, readFileSync(path, 'utf8').slice(0, -10))
      return path
    },
  ],
  [
    'of another version',
    () => {
      const path = madeUpResiduals()
      writeFileSync(path, readFileSync(path, 'utf8').replace('version 1', 'version 9'))
      return path
    },
  ],
])(
  'while the file of residuals is %s, the page of accuracy answers 503, and nothing else breaks',
  async (_, file) => {
    const site = await openTestSite({}, { residualsPath: file() })
    const page = await site.ask('/valuations/accuracy')
    const html = await page.text()
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '300'])
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(textOf(html)).toContain('are unavailable just now')
    const json = await site.ask('/valuations/accuracy.json')
    expect([json.status, await json.json()]).toEqual([
      503,
      { error: 'The accuracy figures are unavailable just now.' },
    ])
    expect(site.faults.map(({ message }) => message)).toEqual([ACCURACY_NOT_SHOWN])
    expect(await site.read('/valuations')).toContain('Request your valuation')
  },
)

it('without estimates the page of accuracy answers 404, and nothing links to it', async () => {
  const site = await openTestSite({ ESTIMATES: 'off' }, { residualsPath: madeUpResiduals() })
  const page = await site.ask('/valuations/accuracy')
  expect(page.status).toBe(404)
  expect(textOf(await page.text())).toContain('We do not publish estimates')
  expect((await site.ask('/valuations/accuracy.json')).status).toBe(404)
  for (const path of ['/valuations', '/sales-explorer/data', '/sitemap', '/sitemap.xml', '/llms.txt'])
    expect(await site.read(path), path).not.toContain('/valuations/accuracy')
  expect(site.faults).toEqual([])
})
