// The commands that train and measure the model of the estimates.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseModel } from '#packages/estimate/model-file.ts'
import { parseResiduals } from '#packages/estimate/residuals.ts'
import { figuresOf } from '#packages/estimate/score.ts'
import { openTestCli } from './open-cli.ts'

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

describe('estimate backtest', () => {
  it('prints the seven figures of later months as JSON', async () => {
    const office = openTestCli()
    const path = office.file('results.csv', madeUpResults(120, [1, 2, 3]))
    const { code, out, notes } = await office.run(
      ...['estimate', 'backtest', '--sales', path, '--train-to', '2025-02', '--json'],
    )
    expect([code, notes]).toEqual([0, ['results.csv, 2025-01 to 2025-03: 360 sold lots.']])
    const figures = JSON.parse(out.join('\n'))
    expect(Object.keys(figures)).toEqual(FIGURES)
    expect(figures.n).toBe(120)
    expect(figures.r2).toBeGreaterThan(0.8)
  })

  it('prints each month if it rolls', async () => {
    const office = openTestCli()
    const path = office.file('results.csv', madeUpResults(210, [1, 2]))
    const rolling = ['estimate', 'backtest', '--sales', path, '--train-to', '2025-01', '--rolling']
    const { months, ...all } = JSON.parse((await office.run(...rolling, '--json')).out.join('\n'))
    expect(Object.keys(all)).toEqual(FIGURES)
    expect(months.map(({ month, n }: { month: string; n: number }) => [month, n])).toEqual([['2025-02', 210]])
  })

  it('says what is missing or wrong', async () => {
    const office = openTestCli()
    const path = office.file('results.csv', madeUpResults(10, [1, 2, 3]))
    for (const [args, code, message] of [
      [['--train-to', '2025-02'], 2, 'Missing list: --sales <file>.'],
      [['--sales', path], 2, 'Missing month: --train-to 2025-08.'],
      [['--sales', path, '--train-to', '2025'], 2, '“2025” is not a month, such as 2025-08.'],
      [['--sales', path, '--train-to', '2025-03'], 1, 'No lot in these lists was sold after 2025-03'],
      [['--sales', path, '--train-to', '2024-12'], 1, 'No lot in these lists was sold by 2024-12'],
      [['--sales', path, '--train-to', '2025-02'], 1, 'a model needs at least'],
      [['--sales', '/nowhere.csv', '--train-to', '2025-02'], 1, 'There is no file /nowhere.csv.'],
    ] as const) {
      const answer = await office.run('estimate', 'backtest', ...args)
      expect([answer.code, answer.all]).toEqual([code, expect.stringContaining(message)])
    }
  })
})

describe('estimate train', () => {
  it('writes the model, its residuals and a card that describes both', async () => {
    const office = openTestCli()
    const path = office.file('results.csv', madeUpResults(210, [1, 2]))
    const folder = join(path, '..', 'model')
    const train = (out: string) => office.run('estimate', 'train', '--sales', path, '--out', out)
    const { code, out } = await train(folder)
    expect(code).toBe(0)
    expect(out.at(-1)).toBe(`Written to ${folder}: model-v1.bin, residuals.csv, model-card.json.`)
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

  it('leaves the old files as they are if the lists are no use', async () => {
    const office = openTestCli()
    const path = office.file('results.csv', `${madeUpResults(50, [1, 2, 3])}A1ABC,2025,3,-5\n`)
    const folder = join(path, '..', 'model')
    const { code, all } = await office.run('estimate', 'train', '--sales', path, '--out', folder)
    expect([code, all]).toEqual([1, expect.stringContaining('line 152: “-5” is not a price')])
    expect(existsSync(folder)).toBe(false)
    const oneMonth = office.file('one.csv', madeUpResults(220, [1]))
    const { all: refusal } = await office.run('estimate', 'train', '--sales', oneMonth, '--out', folder)
    expect(refusal).toContain('All lots are from 2025-01')
  })
})
