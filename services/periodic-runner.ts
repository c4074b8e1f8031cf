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
  #working: Promise<void> | null = null
  #isStopped = true
  #hasFailed = false

  constructor(options: PeriodicRunnerOptions) {
    this.#options = options
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
    this.#timer = setTimeout(() => {
      this.#working = this.#attempt().finally(() => this.#schedule())
    }, this.#options.everyMs)
    this.#timer.unref()
  }

  async #attempt(): Promise<void> {
    const { run, log, failure } = this.#options
    try {
      await run()
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) log.error(failure, error)
      this.#hasFailed = true
    }
  }
}
