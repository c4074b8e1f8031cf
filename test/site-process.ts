/** The built site as a child process that can be killed and restarted over the same DATA_DIR. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { requireBuild } from '#scripts/build-state.mjs'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  afterMs: number
}

export class SiteProcess {
  address = 'http://127.0.0.1:9'
  readonly faults: string[] = []
  readonly startedInMs: number[] = []
  readonly #environment: Record<string, string>
  readonly #options: string[]
  readonly #folder: string
  #child: ChildProcess | undefined

  /**
   * @param options for Node itself
   * @param folder of a site other than this checkout
   */
  constructor(environment: Record<string, string>, options: string[] = [], folder = '.') {
    this.#environment = environment
    this.#options = options
    this.#folder = folder
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get hasEnded(): boolean {
    return !this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** @throws Error with its last line of output if it does not open */
  async start(): Promise<void> {
    if (this.#folder === '.') requireBuild()
    const began = performance.now()
    const child = spawn(process.execPath, [...this.#options, 'server.mjs'], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        TRUST_PROXY: '1',
        ENQUIRIES_PER_MINUTE: '1000000',
        MAIL_RETRY_SECONDS: '1',
        ...this.#environment,
      },
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    // Kills the process if the test run is interrupted.
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    let rest = ''
    child.stderr?.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      this.faults.push(...lines)
    })
    await new Promise<void>((resolve, reject) => {
      let output = ''
      child.stdout?.on('data', (chunk) => {
        if (output === 'open') return
        output += chunk
        const open = output.match(/open at (http:\S+)/)?.[1]
        if (!open) return
        this.address = open
        output = 'open'
        resolve()
      })
      child.once('close', () => reject(new Error(`The site ended: ${rest || this.faults.at(-1)}`)))
    })
    this.startedInMs.push(performance.now() - began)
  }

  async killAndStart(): Promise<void> {
    await this.end('SIGKILL')
    await this.start()
  }

  stop = () => this.end('SIGKILL')

  async end(signal: NodeJS.Signals): Promise<Ended> {
    const child = this.#child
    const began = performance.now()
    if (child && !this.hasEnded) {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    return {
      code: child?.exitCode ?? null,
      signal: child?.signalCode ?? null,
      afterMs: performance.now() - began,
    }
  }

  /** Sends a message to a module loaded with `--import`, and returns its reply. */
  async ask(question: string): Promise<unknown> {
    const answer = once(this.#child as ChildProcess, 'message')
    this.#child?.send(question)
    return (await answer)[0]
  }
}

/** Resident memory of a process, NaN on systems without /proc. */
export function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/) ?? []
    return Math.round(Number(kilobytes) / 102.4) / 10
  } catch {
    return Number.NaN
  }
}
