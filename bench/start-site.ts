import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** As in deploy/plateworthy.service. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }

export interface BenchServer {
  address: string
  pid: number
  dataDir: string
  /** From the spawn of the process to its first 200. */
  startedInMs: number
  stop(): Promise<void>
}

export async function startServer(environment: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-bench-'))
  const { openBackend } = await import('#db/embedded.ts')
  openBackend({ dataDir }).close()
  // The log goes to a file: reading it would cost CPU.
  const log = join(dataDir, 'log')
  const out = openSync(log, 'w')
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--max-old-space-size=768', 'server.mjs'],
    {
      env: { ...MALLOC, PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', out, 'inherit'],
    },
  )
  closeSync(out)
  process.once('exit', () => child.kill('SIGKILL'))
  let address: string | undefined
  while (!address) {
    if (child.exitCode !== null) throw new Error('The server did not start')
    await sleep(1)
    address = readFileSync(log, 'utf8').match(/open at (http:\S+)/)?.[1]
  }
  const { status } = await fetch(address)
  if (status !== 200) throw new Error(`The first page answered ${status}`)
  const startedInMs = performance.now() - began
  return {
    address,
    pid: child.pid ?? 0,
    dataDir,
    startedInMs,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
