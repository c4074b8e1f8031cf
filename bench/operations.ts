/**
 * The duration and peak memory of a backup, a restore and a move of a large shop: 10,000 plates, 18,000 sales, 300
 * articles and 200 pictures of three files, about 100 MB. `node bench/operations.ts`
 */
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyContent } from '#services/articles/article-content.ts'
import { postgrestMissingReason, startPostgrest } from '#test/postgrest.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { describeMachine } from './machine.ts'
import { makeSales } from './synthetic-sales.ts'

const PLATES = 10_000
const SALES = 18_000
const ARTICLES = 300
const PICTURES = 200
/** Sizes of the 1600, 800 and share files of a photograph. */
const FILES = { '1600': 260_000, '800': 90_000, share: 150_000 }

/** Prints the peak resident memory when the command ends. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>process.stderr.write('\\nPEAK '+process.resourceUsage().maxRSS+'\\n'))",
)}`

const dataDir = makeSales(SALES)
const folder = mkdtempSync(join(tmpdir(), 'plateworthy-operations-'))
try {
  fillShop(new DatabaseSync(join(dataDir, 'plateworthy.db')))
  console.info(describeMachine())
  const megabytes = statSync(join(dataDir, 'plateworthy.db')).size / 1e6
  console.info(`The database has ${megabytes.toFixed(0)} MB.`)
  const backup = join(folder, 'backup.db')
  await measure('backup', ['backup', backup], { DATA_DIR: dataDir })
  await measure('restore', ['restore', backup], { DATA_DIR: join(folder, 'restored') })
  if (postgrestMissingReason() === null) await measureMoves()
} finally {
  for (const each of [dataDir, folder]) rmSync(each, { recursive: true })
}

async function measureMoves(): Promise<void> {
  const postgrest = await startPostgrest()
  try {
    const environment = { DATA_DIR: dataDir, TARGET_DATABASE_URL: postgrest.databaseUrl }
    await measure('move to PostgreSQL', ['move', '--to-database'], environment)
  } finally {
    await postgrest.close()
  }
}

function fillShop(database: DatabaseSync): void {
  database.exec('BEGIN')
  const plate = database.prepare(
    'INSERT INTO plates (id, plate_number, price, description) VALUES (?, ?, ?, ?)',
  )
  for (const { id, registration, priceGbp, description } of makeStock(PLATES))
    plate.run(id, registration, priceGbp, description)
  const article = database.prepare(
    "INSERT INTO articles (id, section, slug, status, published_version, published_at, revision) VALUES (?, 'news', ?, 'published', ?, '2026-11-01T10:00:00+00:00', 2)",
  )
  const version = database.prepare(
    "INSERT INTO article_versions (id, article_id, number, kind, content, person) VALUES (?, ?, ?, 'published', ?, 'Ann')",
  )
  const body = 'A plate is worth what somebody pays for it. '.repeat(150)
  for (let n = 1; n <= ARTICLES; n++) {
    const [id, published] = [randomUUID(), randomUUID()]
    article.run(id, `article-${n}`, published)
    const content = JSON.stringify({
      ...emptyContent('news', 'Ann'),
      title: `Article ${n}`,
      summary: 'Prices.',
      body,
    })
    version.run(randomUUID(), id, 1, content)
    version.run(published, id, 2, content)
  }
  const picture = database.prepare(
    "INSERT INTO pictures (id, file_name, width, height, bytes, person) VALUES (?, ?, 1600, 900, ?, 'Ann')",
  )
  const file = database.prepare(
    "INSERT INTO picture_files (id, picture_id, name, media_type, content) VALUES (?, ?, ?, 'image/webp', ?)",
  )
  for (let n = 1; n <= PICTURES; n++) {
    const id = randomUUID()
    picture.run(id, `photograph-${n}.jpg`, 500_000)
    for (const [name, bytes] of Object.entries(FILES))
      file.run(randomUUID(), id, name, randomBytes(bytes).toString('base64'))
  }
  database.exec('COMMIT')
  database.close()
}

async function measure(label: string, args: string[], environment: Record<string, string>): Promise<void> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', REPORT, 'office.mjs', ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const code = await new Promise<number | null>((closed) => child.once('close', closed))
  if (code !== 0) throw new Error(`${label}: ${output}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const peak = Number(/PEAK (\d+)/.exec(output)?.[1]) / 1024
  console.info(`${label.padEnd(22)} ${seconds.padStart(6)} s, at most ${peak.toFixed(0).padStart(4)} MB`)
}
