import { createFallback, type Fallback } from './fallback.ts'
import type { Log } from './log.ts'

interface PeriodicRunnerOptions {
  run(): Promise<unknown>
  everyMs: number
  log: Pick<Log, 'error'>
  /** Logged once for consecutive failures. */
  failure: string
}

/** Runs a task repeatedly, with a pause between runs. */
export class PeriodicRunner {
  readonly #options: PeriodicRunnerOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #working: Promise<unknown> | null = null
  #isStopped = true
  readonly #orFallback: Fallback

  constructor(options: PeriodicRunnerOptions) {
    this.#options = options
    this.#orFallback = createFallback(options.log, options.failure)
  }

  start(): void {
    this.#isStopped = false
    this.#schedule()
  }

  /** Waits for the current run. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#working
  }

  #schedule() {
    if (this.#isStopped) return
    const { run, everyMs } = this.#options
    this.#timer = setTimeout(() => {
      this.#working = this.#orFallback(run, undefined).finally(() => this.#schedule())
    }, everyMs)
    this.#timer.unref()
  }
}
