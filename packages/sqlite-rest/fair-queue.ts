/**
 * Runs jobs of many clients round-robin, so that a client with many requests delays only itself. At most one job starts
 * per turn of the event loop, so that requests that need no queue are answered in between.
 */

export interface QueueLimits {
  /** Jobs that run at once, of all clients and of one. */
  running: number
  runningPerClient: number
  /** Jobs that wait, of all clients and of one. */
  waiting: number
  waitingPerClient: number
}

export interface Requester {
  /** The client's network; empty for the process itself, to which the bounds per client do not apply. */
  client: string
  /** Aborted when the client is gone. */
  signal?: AbortSignal
}

/** The client has too many jobs waiting, or the whole queue is full. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The client is gone before its job started. */
export class LeftQueue extends Error {
  override name = 'LeftQueue'
}

interface Waiter {
  client: string
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Job {
  key: string | null
  work(): Promise<unknown>
  isRunning: boolean
  waiters: Set<Waiter>
}

interface Line {
  waiting: Set<Job>
  running: number
}

export class FairQueue {
  readonly #limits: QueueLimits
  /** In the order in which the clients take turns. */
  readonly #lines = new Map<string, Line>()
  readonly #shared = new Map<string, Job>()
  #isScheduled = false
  #waiting = 0
  #running = 0
  #refused = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting
  }

  get running(): number {
    return this.#running
  }

  /** Requests refused since the start because the queue was full. */
  get refused(): number {
    return this.#refused
  }

  /** Whether a job with this key waits or runs. */
  has(key: string): boolean {
    return this.#shared.has(key)
  }

  /**
   * Requests with the same key share one job, which starts when it is the turn of any of their clients.
   *
   * @param key null: the job is not shared
   * @throws QueueFull, LeftQueue, or the error of the work
   */
  async run<Result>(key: string | null, requester: Requester, work: () => Promise<Result>): Promise<Result> {
    const { client, signal } = requester
    if (signal?.aborted) throw new LeftQueue()
    const job = (key !== null && this.#shared.get(key)) || { key, work, isRunning: false, waiters: new Set() }
    if (!job.isRunning && !this.#lines.get(client)?.waiting.has(job)) {
      this.#makeRoom(client)
      this.#line(client).waiting.add(job)
      this.#waiting += 1
    }
    if (key !== null) this.#shared.set(key, job)
    this.#schedule()
    return new Promise<Result>((resolve, reject) => {
      const waiter: Waiter = { client, resolve: resolve as Waiter['resolve'], reject }
      job.waiters.add(waiter)
      signal?.addEventListener('abort', () => this.#dismiss(job, waiter, new LeftQueue()), { once: true })
    })
  }

  /** Rejects all waiting jobs. Running jobs go on. */
  clear(error: Error): void {
    for (const { waiting } of this.#lines.values())
      for (const job of waiting) for (const waiter of job.waiters) this.#dismiss(job, waiter, error)
  }

  #line(client: string): Line {
    const known = this.#lines.get(client)
    if (known) return known
    const line = { waiting: new Set<Job>(), running: 0 }
    this.#lines.set(client, line)
    return line
  }

  /** A full queue drops the newest job of the client with the most, so that no client can block the others. */
  #makeRoom(client: string): void {
    const own = this.#lines.get(client)?.waiting.size ?? 0
    const isOverBound = client !== '' && own >= this.#limits.waitingPerClient
    if (isOverBound) throw this.#full()
    if (this.#waiting < this.#limits.waiting) return
    const longest = [...this.#lines].reduce((one, other) =>
      other[1].waiting.size > one[1].waiting.size ? other : one,
    )
    const [owner, { waiting }] = longest
    if (waiting.size <= own + 1) throw this.#full()
    const newest = [...waiting].at(-1) as Job
    for (const waiter of newest.waiters)
      if (waiter.client === owner) this.#dismiss(newest, waiter, this.#full())
  }

  #full(): QueueFull {
    this.#refused += 1
    return new QueueFull()
  }

  #dismiss(job: Job, waiter: Waiter, error: Error): void {
    if (!job.waiters.delete(waiter)) return
    waiter.reject(error)
    if (job.isRunning) return
    if (![...job.waiters].some(({ client }) => client === waiter.client)) this.#leaveLine(job, waiter.client)
    if (job.waiters.size === 0 && job.key !== null) this.#shared.delete(job.key)
  }

  #leaveLine(job: Job, client: string): void {
    const line = this.#lines.get(client)
    if (!line?.waiting.delete(job)) return
    this.#waiting -= 1
    this.#removeIdle(client, line)
  }

  #removeIdle(client: string, line: Line): void {
    if (line.waiting.size === 0 && line.running === 0) this.#lines.delete(client)
  }

  #moveToEnd(client: string, line: Line): void {
    this.#lines.delete(client)
    this.#lines.set(client, line)
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting === 0 || this.#running >= this.#limits.running) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (this.#startNext()) this.#schedule()
    })
  }

  /** Returns false if every waiting client runs as many jobs as it may. */
  #startNext(): boolean {
    for (const [client, line] of this.#lines) {
      const [job] = line.waiting
      const isAtBound = client !== '' && line.running >= this.#limits.runningPerClient
      if (!job || isAtBound) continue
      line.running += 1
      this.#running += 1
      job.isRunning = true
      for (const waiter of job.waiters) this.#leaveLine(job, waiter.client)
      this.#moveToEnd(client, line)
      void this.#finish(job, client, line)
      return true
    }
    return false
  }

  async #finish(job: Job, client: string, line: Line): Promise<void> {
    let settle: (waiter: Waiter) => void
    try {
      const result = await job.work()
      settle = ({ resolve }) => resolve(result)
    } catch (error) {
      settle = ({ reject }) => reject(error as Error)
    }
    if (job.key !== null) this.#shared.delete(job.key)
    line.running -= 1
    this.#running -= 1
    // Moved again, so that a client that came while this job ran is next.
    this.#moveToEnd(client, line)
    this.#removeIdle(client, line)
    this.#schedule()
    for (const waiter of job.waiters) settle(waiter)
  }
}
