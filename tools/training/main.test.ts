import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseModel } from '#packages/estimate/model-file.ts'
import { parseResiduals } from '#packages/estimate/residuals.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { run } from './main.ts'
import { figuresOf } from './score.ts'

/** Invented results: prices depend on the format and the number, with a little noise. */
function madeUpResults(perMonth: number, months: number[]): string {
  const lines = ['plate_number,sale_year,sale_month,hammer_price']
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  const letters = (count: number) =>
    Array.from({ length: count }, () => 'ABCDEFGHJKLMNPRSTVW'[Math.floor(random() * 19)]).join('')
  for (const month of months)
    for (let index = 0; index < perMonth; index++) {
      const number = 1 + Math.floor(random() * 99)
      const isPrefix = index % 2 === 0
      const registration = isPrefix ? `${letters(1)}${number}${letters(3)}` : `${number}${letters(2)}`
      const price = (isPrefix ? 400 : 4000) * (number < 10 ? 2 : 1) * (0.8 + 0.4 * random())
      lines.push(`${registration},2025,${month},${Math.round(price / 10) * 10}`)
    }
  return `${lines.join('\n')}\n`
}

const FIGURES = ['r2', 'mdape', 'within20', 'within2x', 'coverage80', 'refused', 'n']

async function runWith(text: string, ...args: string[]) {
  const folder = temporaryFolder()
  const path = join(folder, 'results.csv')
  writeFileSync(path, text)
  const out: string[] = []
  const notes: string[] = []
  await run([...args, '--sales', path], { out: (line) => out.push(line), note: (line) => notes.push(line) })
  return { json: JSON.parse(out.join('\n')), notes }
}

test('a backtest prints the seven figures of later months', async () => {
  const { json, notes } = await runWith(madeUpResults(120, [1, 2, 3]), 'backtest', '--train-to', '2025-02')
  expect(notes[0]).toContain('2025-01 to 2025-03: 360')
  expect(Object.keys(json)).toEqual(FIGURES)
  expect(json.n).toBe(120)
  expect(json.r2).toBeGreaterThan(0.8)
})

test('a rolling backtest prints each month', async () => {
  const { json } = await runWith(madeUpResults(210, [1, 2]), 'backtest', '--train-to', '2025-01', '--rolling')
  const { months, ...all } = json
  expect(Object.keys(all)).toEqual(FIGURES)
  expect(months.map(({ month, n }: { month: string; n: number }) => [month, n])).toEqual([['2025-02', 210]])
})

test.each([
  ['no list', ['backtest', '--train-to', '2025-02'], /hammer price/],
  ['an unknown command', ['predict'], /npm run estimate/],
  ['an unknown option', ['backtest', '--trian-to', '2025-02'], /npm run estimate/],
])('training refuses %s', async (_, args, message) => {
  await expect(run(args, { out: () => {}, note: () => {} })).rejects.toThrow(message)
})

test.each([
  ['no month', [], /--train-to/],
  ['a year alone', ['--train-to', '2025'], /--train-to/],
  ['a month with no lot after it', ['--train-to', '2025-03'], /from 2025-01 to 2025-03/],
  ['a month with no lot before it', ['--train-to', '2024-12'], /from 2025-01 to 2025-03/],
  ['too few lots', ['--train-to', '2025-02'], /at least/],
])('a backtest refuses %s', async (_, args, message) => {
  await expect(runWith(madeUpResults(10, [1, 2, 3]), 'backtest', ...args)).rejects.toThrow(message)
})

test('a training writes the model, its residuals and a card that describes both', async () => {
  const folder = join(temporaryFolder(), 'model')
  await runWith(madeUpResults(210, [1, 2]), 'train', '--out', folder)
  expect(readdirSync(folder).sort()).toEqual(['model-card.json', 'model-v1.bin', 'residuals.csv'])
  const read = (name: string) => readFileSync(join(folder, name))
  const model = parseModel(read('model-v1.bin'))
  const residuals = parseResiduals(read('residuals.csv').toString())
  const card = JSON.parse(read('model-card.json').toString())
  expect(residuals.rows).toHaveLength(210)
  expect(card.rolling).toEqual(figuresOf(residuals.rows))
  expect(card.lots).toEqual({ priced: 420, counted: 0, unsold: 0 })
  expect(card.lists).toEqual([{ name: 'results.csv', source: 'not published' }])
  expect(card.features).toEqual(model.features)
  for (const { name, bytes, sha256 } of card.files)
    expect([bytes, sha256]).toEqual([
      read(name).length,
      createHash('sha256').update(read(name)).digest('hex'),
    ])
})

test('a training writes nothing if its lists are no use', async () => {
  const folder = join(temporaryFolder(), 'model')
  const withBadPrice = `${madeUpResults(50, [1, 2, 3])}A1ABC,2025,3,-5\n`
  await expect(runWith(withBadPrice, 'train', '--out', folder)).rejects.toThrow('line 152')
  await expect(runWith(madeUpResults(220, [1]), 'train', '--out', folder)).rejects.toThrow('2025-01')
  expect(existsSync(folder)).toBe(false)
})
