import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from '#env.ts'
import { backtest } from '#packages/estimate/backtest.ts'
import { readShippedLexicon } from '#packages/estimate/data/read-lexicon.ts'
import type { Lexicon } from '#packages/estimate/lexicon.ts'
import { formatMonth, type Lot, parseMonth } from '#packages/estimate/lot.ts'
import { compareRepeatSales, measureMonths } from '#packages/estimate/measures.ts'
import { type CardFigures, describeModel } from '#packages/estimate/model-card.ts'
import { serializeModel } from '#packages/estimate/model-file.ts'
import { WIDEST_RATIO } from '#packages/estimate/refusal.ts'
import { type Residual, writeResiduals } from '#packages/estimate/residuals.ts'
import { figuresOf, roundFigures, shufflePrices, toResidual } from '#packages/estimate/score.ts'
import { trainModel } from '#packages/estimate/train.ts'
import { TrainingError } from '#packages/estimate/training-lots.ts'
import { writeFileAtomically } from '#services/durable-file.ts'
import { MODEL_FILES, ownModelFolder } from '#services/estimates/model-folder.ts'
import { plural } from '#shared/text/format.ts'
import { columns, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { readTrainingLists, type TrainingLists } from '../estimate/lists.ts'
import { showSteps } from '../estimate/progress.ts'
import type { Terminal } from '../terminal.ts'

const SALES = {
  type: 'string',
  multiple: true,
  value: 'file',
  help: 'a list of every lot of auctions; repeatable',
} as const

const LIST_DETAILS = [
  'A list has the columns plate_number, sale_year, sale_month and hammer_price, as “sales export” writes them, or',
  'auction, lot, plate_number, starting_price and hammer_price. Several are read together, and a lot that two of them',
  'have counts once. A list without its cheap lots was selected by price: it is counted, and never priced.',
]

const { model: MODEL, residuals: RESIDUALS, card: CARD } = MODEL_FILES

/** The residuals cover this many months up to the last auction: for 2025, March to November. */
const RESIDUAL_MONTHS = 9

const train = command({
  name: 'train',
  summary: 'train the model of the estimates on lists of auction results',
  details: [
    ...LIST_DETAILS,
    '',
    `Writes ${MODEL}, ${RESIDUALS} (of the last ${RESIDUAL_MONTHS} months, each estimated from earlier ones alone) and`,
    `${CARD}, which says what the model was trained on and how good it is. The same lists give the same model.`,
    'Takes about ten minutes on two cores. The site prefers the model in DATA_DIR/estimates to its own;',
    'restart it afterwards. Remove that folder to go back.',
  ].join('\n'),
  examples: ['estimate train --sales results-2025.csv --sales history.csv --out ./model'],
  options: {
    sales: SALES,
    out: { type: 'string', value: 'folder', help: 'where to write; by default DATA_DIR/estimates' },
  },
  async run({ values, terminal, environment }) {
    const folder = values.out ?? ownModelFolder(parseEnv(environment).DATA_DIR)
    const { lots, lists } = await readLists(values.sales, terminal)
    const lexicon = readLexicon()
    await mkdir(folder, { recursive: true })
    const months = soldMonths(lots)
    const [first, last] = [months[0] ?? 0, months.at(-1) ?? 0]
    if (first === last)
      throw new CliError(
        `All lots are from ${formatMonth(first)}: a model is tested on later auctions than it was trained on, so give lists of two months or more.`,
      )
    const featureCache = new Map()
    const steps = showSteps(terminal)
    const { model, rows } = await explaining(() => {
      const model = trainModel(lots, lexicon, { featureCache, onProgress: steps.onProgress })
      const tested = backtest(lots, lexicon, {
        trainToMonth: Math.max(first, last - RESIDUAL_MONTHS),
        rolling: true,
        featureCache,
        onProgress: steps.onProgress,
      })
      return { model, rows: tested.map(toResidual) }
    }, steps.end)
    const residuals = { rows, repeats: compareRepeatSales(lots) }
    const files = [
      { name: MODEL, content: serializeModel(model) },
      { name: RESIDUALS, content: Buffer.from(writeResiduals(residuals)) },
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
    // Write the card last, because it describes the other files.
    const written = [...files, { name: CARD, content: Buffer.from(`${JSON.stringify(card, null, 2)}\n`) }]
    for (const { name, content } of written) await writeFileAtomically(join(folder, name), content)
    showFigures(terminal, [['all', figures]])
    terminal.out(`Written to ${folder}: ${written.map(({ name }) => name).join(', ')}.`)
  },
})

const test = command({
  name: 'backtest',
  summary: 'measure estimates on auctions later than those trained on',
  details: [
    ...LIST_DETAILS,
    '',
    'Prints R² of the log price (r2), the median error as a share of the price (mdape), the shares within 20 % and within',
    'a factor of two, the share of prices inside the 80 % range, and the share of lots that would have been refused a',
    'figure. All of them are over all lots, refused ones included, and of estimates to two figures, as visitors see them.',
    '',
    '--shuffle deals the prices of the tested months out among their lots, always in the same way. Nothing is left to',
    'explain then: an R² above 0 would mean that the estimates know prices that they should not.',
  ].join('\n'),
  examples: [
    'estimate backtest --sales results-2025.csv --train-to 2025-08 --json',
    'estimate backtest --sales results-2025.csv --sales history.csv --train-to 2025-02 --rolling',
  ],
  options: {
    sales: SALES,
    'train-to': { type: 'string', value: 'month', help: 'the last month to train on, such as 2025-08' },
    rolling: { type: 'boolean', help: 'train anew for each month, on all before it; prints each month, too' },
    shuffle: { type: 'boolean', help: 'with the prices of the tested months shuffled' },
    json: { type: 'boolean', help: 'print { r2, mdape, within20, within2x, coverage80, refused, n }' },
  },
  async run({ values, terminal }) {
    const trainToMonth = readTrainTo(values['train-to'])
    const { lots: read } = await readLists(values.sales, terminal)
    const months = soldMonths(read)
    if ((months.at(-1) ?? 0) <= trainToMonth)
      throw new CliError(
        `No lot in these lists was sold after ${formatMonth(trainToMonth)}: choose an earlier month than ${formatMonth(months.at(-1) ?? 0)} for --train-to.`,
      )
    if ((months[0] ?? 0) > trainToMonth)
      throw new CliError(
        `No lot in these lists was sold by ${formatMonth(trainToMonth)}: choose ${formatMonth(months[0] ?? 0)} or later for --train-to.`,
      )
    const lots = values.shuffle ? shufflePrices(read, trainToMonth) : read
    const lexicon = readLexicon()
    const steps = showSteps(terminal)
    const rows = await explaining(
      () =>
        backtest(lots, lexicon, {
          trainToMonth,
          rolling: values.rolling === true,
          onProgress: steps.onProgress,
        }).map(toResidual),
      steps.end,
    )
    printFigures(terminal, rows, values)
  },
})

export const estimateCommands: Group = {
  name: 'estimate',
  summary: 'the model of what registrations make at auction',
  commands: [train, test],
}

function readTrainTo(month: string | undefined): number {
  if (month === undefined) throw new UsageError('Missing month: --train-to 2025-08.')
  const parsed = parseMonth(month)
  if (parsed === null)
    throw new UsageError(`--train-to: “${escapeTerminal(month)}” is not a month, such as 2025-08.`)
  return parsed
}

async function readLists(paths: readonly string[] | undefined, terminal: Terminal): Promise<TrainingLists> {
  if (!paths) throw new UsageError('Missing list: --sales <file>.')
  const progress = terminal.progress('Reading')
  const lists = await readTrainingLists(paths, (rows, share) => progress.at(rows, share)).finally(() =>
    progress.end(),
  )
  for (const note of lists.notes) terminal.note(note)
  return lists
}

function readLexicon(): Lexicon {
  try {
    return readShippedLexicon()
  } catch (error) {
    throw new CliError(
      `The lexicon cannot be read (${(error as Error).message}): put back packages/estimate/data/lexicon.bin.`,
    )
  }
}

/** Runs a training. @throws CliError with the message of a TrainingError */
async function explaining<Result>(run: () => Result, finish: () => void): Promise<Result> {
  try {
    return run()
  } catch (error) {
    throw error instanceof TrainingError ? new CliError(error.message) : error
  } finally {
    finish()
  }
}

/** The months in which lots of complete lists were sold, in order. */
function soldMonths(lots: readonly Lot[]): number[] {
  const sold = lots.filter(({ list, hammerGbp }) => list === 'complete' && hammerGbp !== null)
  return [...new Set(sold.map(({ month }) => month))].sort((one, other) => one - other)
}

function printFigures(
  terminal: Terminal,
  rows: readonly Residual[],
  { json, rolling }: { json?: boolean; rolling?: boolean },
): void {
  const all = figuresOf(rows)
  const months = measureMonths(rows).map(
    ({ month, measures }) => [formatMonth(month), roundFigures(measures)] as const,
  )
  if (json) {
    const each = months.map(([month, figures]) => ({ month, ...figures }))
    terminal.out(JSON.stringify(rolling ? { ...all, months: each } : all, null, 2))
  } else showFigures(terminal, [...(rolling ? months : []), ['all', all]])
}

function showFigures(
  terminal: Terminal,
  groups: readonly (readonly [name: string, figures: CardFigures])[],
): void {
  for (const line of columns(groups.map(([name, figures]) => [name, describeFigures(figures)])))
    terminal.out(line)
}

function describeFigures({ r2, mdape, within20, within2x, coverage80, refused, n }: CardFigures): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    `R² ${r2.toFixed(3)}`,
    `median error ${percent(mdape)}`,
    `within 20 % ${percent(within20)}`,
    `within 2× ${percent(within2x)}`,
    `in the range ${percent(coverage80)}`,
    `refused ${percent(refused)}`,
    plural(n, 'lot'),
  ].join('  ')
}
