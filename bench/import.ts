// node bench/import.ts [rows …]: imports DVLA results of ../shared/data, repeated with other years, or made-up sales.
import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { formatGbp } from '#shared/text/money.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RESULTS = ['../shared/data', '../../shared/data']
  .map((folder) => join(ROOT, folder, 'dvla-results.csv'))
  .find((path) => existsSync(path))
const HEADER = 'Registration,Seller,Year,Month,Hammer,Total\r\n'

function* sales(count: number): Generator<string, void> {
  const known = RESULTS ? readFileSync(RESULTS, 'utf8').trim().split('\n').slice(1) : []
  for (let index = 0; index < count; index += 1) {
    if (known.length > 0) {
      const [plate, seller, , month, hammer, total] = (known[index % known.length] as string).split(',')
      // Each copy gets earlier years, so that all sales are distinct.
      const year = 2025 - Math.floor(index / known.length)
      yield `${plate},${seller},${year},${month},"${pounds(hammer)}","${pounds(total)}"\r\n`
    } else {
      const letters = [index, index / 23, index / 529].map(
        (part) => 'ABCDEFGHJKLMNPRSTVWXYCD'[Math.floor(part) % 23],
      )
      yield `${letters.join('')} ${(index % 999) + 1},Made-up Auction,${1990 + (index % 35)},${(index % 12) + 1},"${formatGbp(200 + index)}",\r\n`
    }
  }
}

const pounds = (digits?: string) => (digits ? formatGbp(Number(digits)) : '')

async function measure(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-bench-'))
  try {
    const file = join(folder, 'sales.csv')
    async function* text() {
      yield HEADER
      yield* sales(count)
    }
    await pipeline(Readable.from(text()), createWriteStream(file))
    const first = await run(folder, file)
    const second = await run(folder, file)
    const size = (statSync(file).size / 1e6).toFixed(1)
    console.log(
      `${count.toLocaleString('en-GB')} rows (${size} MB): ${first.seconds.toFixed(1)} s, peak ${first.peakMb} MB · ${first.summary}`,
    )
    console.log(
      `  the same again: ${second.seconds.toFixed(1)} s, peak ${second.peakMb} MB · ${second.summary}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(folder: string, file: string): Promise<{ seconds: number; peakMb: number; summary: string }> {
  const began = performance.now()
  const child = spawn(process.execPath, ['office.mjs', 'sales', 'import', file, '--keep-good'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: join(folder, 'var') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let peakMb = 0
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peakMb = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024) || peakMb
    } catch {} // it has ended, or there is no /proc
  }, 10)
  let summary = ''
  child.stdout.on('data', (chunk) => {
    summary += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      clearInterval(watch)
      resolve({
        seconds: (performance.now() - began) / 1000,
        peakMb,
        summary: summary.trim().split('\n').at(-1) ?? '',
      })
    })
  })
}

const counts = process.argv.slice(2).map(Number)
console.log(
  RESULTS
    ? 'With DVLA results, copied.'
    : 'With made-up sales: ../shared/data/dvla-results.csv is not there.',
)
for (const count of counts.length > 0 ? counts : [100_000]) await measure(count)
