// Trains the model of the estimates on lists of auction results, and measures it on later auctions: see usage() and
// packages/estimate/data/README.md.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatMonth, isPriced, parseMonth } from '#packages/estimate/lot.ts'
import { compareRepeatSales, measureMonths } from '#packages/estimate/measures.ts'
import { serializeModel } from '#packages/estimate/model-file.ts'
import { WIDEST_RATIO } from '#packages/estimate/refusal.ts'
import { writeResiduals } from '#packages/estimate/residuals.ts'
import { MODEL_FILES } from '#services/estimates/model-folder.ts'
import { backtest } from './backtest.ts'
import { readTrainingLists } from './lists.ts'
import { describeModel } from './model-card.ts'
import { readShippedLexicon } from './read-lexicon.ts'
import { figuresOf, roundFigures, shufflePrices, toResidual } from './score.ts'
import { trainModel } from './train.ts'
import { TrainingError } from './training-lots.ts'

const USAGE = `npm run estimate -- train --sales FILE [--sales FILE] --out FOLDER
npm run estimate -- backtest --sales FILE [--sales FILE] --train-to 2025-08 [--rolling] [--shuffle]

A list has every lot of its auctions, in the columns plate_number, sale_year, sale_month and hammer_price, as an export of
sales has them, or auction, lot, plate_number, starting_price and hammer_price.
`

/** The residuals cover this many months up to the last auction: for 2025, March to November. */
const RESIDUAL_MONTHS = 9

interface Output {
  out(text: string): void
  note(text: string): void
}

/** @throws TrainingError with a sentence that says what is missing or wrong */
export async function run(args: string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args)
  const [name] = positionals
  if (name !== 'train' && name !== 'backtest') throw new TrainingError(USAGE)
  const { lots, lists, notes } = await readTrainingLists(values.sales ?? [])
  for (const note of notes) output.note(note)
  const months = [...new Set(lots.filter(isPriced).map(({ month }) => month))].sort(
    (one, other) => one - other,
  )
  const [first, last] = [months[0] ?? 0, months.at(-1) ?? 0]
  const lexicon = readShippedLexicon()
  const onProgress = output.note

  if (name === 'backtest') {
    const { rolling = false, shuffle = false } = values
    const trainToMonth = parseMonth(values['train-to'] ?? '')
    if (trainToMonth === null) throw new TrainingError('--train-to is not a month, such as 2025-08.')
    if (last <= trainToMonth || first > trainToMonth)
      throw new TrainingError(
        `--train-to needs lots before and after it: these are from ${formatMonth(first)} to ${formatMonth(last)}.`,
      )
    const used = shuffle ? shufflePrices(lots, trainToMonth) : lots
    const rows = backtest(used, lexicon, { trainToMonth, rolling, onProgress }).map(toResidual)
    const each = measureMonths(rows).map((group) => ({ month: group.key, ...roundFigures(group) }))
    const figures = figuresOf(rows)
    return output.out(JSON.stringify(rolling ? { ...figures, months: each } : figures, null, 2))
  }

  if (!values.out) throw new TrainingError('Missing folder: --out FOLDER.')
  if (first === last)
    throw new TrainingError(
      `All lots are from ${formatMonth(first)}: a model is tested on later auctions than it was trained on, so give lists of two months or more.`,
    )
  const featureCache = new Map()
  const model = trainModel(lots, lexicon, { featureCache, onProgress })
  const trainToMonth = Math.max(first, last - RESIDUAL_MONTHS)
  const rows = backtest(lots, lexicon, { trainToMonth, rolling: true, featureCache, onProgress }).map(
    toResidual,
  )
  const files = [
    { name: MODEL_FILES.model, content: serializeModel(model) },
    {
      name: MODEL_FILES.residuals,
      content: Buffer.from(writeResiduals({ rows, repeats: compareRepeatSales(lots) })),
    },
  ]
  const figures = figuresOf(rows)
  const card = {
    ...describeModel(model, {
      lots,
      lists,
      trainedOn: new Date().toISOString().slice(0, 10),
      rolling: figures,
      widestRatio: WIDEST_RATIO,
    }),
    files: files.map(({ name, content }) => ({
      name,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  }
  mkdirSync(values.out, { recursive: true })
  for (const { name, content } of files) writeFileSync(join(values.out, name), content)
  writeFileSync(join(values.out, MODEL_FILES.card), `${JSON.stringify(card, null, 2)}\n`)
  output.out(JSON.stringify(figures, null, 2))
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        sales: { type: 'string', multiple: true },
        out: { type: 'string' },
        'train-to': { type: 'string' },
        rolling: { type: 'boolean' },
        shuffle: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new TrainingError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

if (import.meta.main)
  await run(process.argv.slice(2), {
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
  }).catch((error: unknown) => {
    if (!(error instanceof TrainingError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
