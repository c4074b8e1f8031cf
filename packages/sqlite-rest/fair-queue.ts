/**
 * A queue in which clients take turns. One job starts per turn of the event loop, so that other requests are answered
 * in between.
 */

export interface QueueLimits {
  /** May change while the queue is in use, as `runningPerClient` may. */
  running: number
  runningPerClient: number
  waiting: number
  waitingPerClient: number
}

export interface Requester {
  /** The client's network; empty for the process itself, to which the bounds per client do not apply. */
  client: string
  signal?: AbortSignal
}

export class QueueFull extends Error {
  override name = 'QueueFull'
}

export class ClientGone extends Error {
  override name = 'ClientGone'
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

interface ClientJobs {
  waiting: Set<Job>
  running: number
}

export class FairQueue {
  readonly #limits: QueueLimits
  /** In the order in which the clients take turns. */
  readonly #clients = new Map<string, ClientJobs>()
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

  get refused(): number {
    return this.#refused
  }

  has(key: string): boolean {
    return this.#shared.has(key)
  }

  /** Requests with the same key share one job; a job without a key is not shared. @throws QueueFull, ClientGone */
  async run<Result>(key: string | null, requester: Requester, work: () => Promise<Result>): Promise<Result> {
    const { client, signal } = requester
    if (signal?.aborted) throw new ClientGone()
    const job = (key !== null && this.#shared.get(key)) || { key, work, isRunning: false, waiters: new Set() }
    if (!job.isRunning && !this.#clients.get(client)?.waiting.has(job)) {
      this.#makeRoom(client)
      this.#jobsOf(client).waiting.add(job)
      this.#waiting += 1
    }
    if (key !== null) this.#shared.set(key, job)
    this.#schedule()
    return new Promise<Result>((resolve, reject) => {
      const waiter: Waiter = { client, resolve: resolve as Waiter['resolve'], reject }
      job.waiters.add(waiter)
      signal?.addEventListener('abort', () => this.#rejectWaiter(job, waiter, new ClientGone()), {
        once: true,
      })
    })
  }

  rejectWaiting(error: Error): void {
    for (const { waiting } of this.#clients.values())
      for (const job of waiting) for (const waiter of job.waiters) this.#rejectWaiter(job, waiter, error)
  }

  #jobsOf(client: string): ClientJobs {
    const existing = this.#clients.get(client)
    if (existing) return existing
    const jobs = { waiting: new Set<Job>(), running: 0 }
    this.#clients.set(client, jobs)
    return jobs
  }

  /** A full queue drops the newest job of the client with the most, so that no client can block the others. */
  #makeRoom(client: string): void {
    const own = this.#clients.get(client)?.waiting.size ?? 0
    const isOverBound = client !== '' && own >= this.#limits.waitingPerClient
    if (isOverBound) throw this.#queueFull()
    if (this.#waiting < this.#limits.waiting) return
    const longest = [...this.#clients].reduce((one, other) =>
      other[1].waiting.size > one[1].waiting.size ? other : one,
    )
    const [owner, { waiting }] = longest
    if (waiting.size <= own + 1) throw this.#queueFull()
    const newest = [...waiting].at(-1) as Job
    for (const waiter of newest.waiters)
      if (waiter.client === owner) this.#rejectWaiter(newest, waiter, this.#queueFull())
  }

  #queueFull(): QueueFull {
    this.#refused += 1
    return new QueueFull()
  }

  #rejectWaiter(job: Job, waiter: Waiter, error: Error): void {
    if (!job.waiters.delete(waiter)) return
    waiter.reject(error)
    if (job.isRunning) return
    if (![...job.waiters].some(({ client }) => client === waiter.client))
      this.#removeWaiting(job, waiter.client)
    if (job.waiters.size === 0 && job.key !== null) this.#shared.delete(job.key)
  }

  #removeWaiting(job: Job, client: string): void {
    const jobs = this.#clients.get(client)
    if (!jobs?.waiting.delete(job)) return
    this.#waiting -= 1
    this.#removeIdle(client, jobs)
  }

  #removeIdle(client: string, jobs: ClientJobs): void {
    if (jobs.waiting.size === 0 && jobs.running === 0) this.#clients.delete(client)
  }

  #moveToEnd(client: string, jobs: ClientJobs): void {
    this.#clients.delete(client)
    this.#clients.set(client, jobs)
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting === 0 || this.#running >= this.#limits.running) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (this.#startNext()) this.#schedule()
    })
  }

  #startNext(): boolean {
    for (const [client, jobs] of this.#clients) {
      const [job] = jobs.waiting
      const isAtBound = client !== '' && jobs.running >= this.#limits.runningPerClient
      if (!job || isAtBound) continue
      jobs.running += 1
      this.#running += 1
      job.isRunning = true
      for (const waiter of job.waiters) this.#removeWaiting(job, waiter.client)
      this.#moveToEnd(client, jobs)
      void this.#finish(job, client, jobs)
      return true
    }
    return false
  }

  async #finish(job: Job, client: string, jobs: ClientJobs): Promise<void> {
    let settle: (waiter: Waiter) => void
    try {
      const result = await job.work()
      settle = ({ resolve }) => resolve(result)
    } catch (error) {
      settle = ({ reject }) => reject(error as Error)
    }
    if (job.key !== null) this.#shared.delete(job.key)
    jobs.running -= 1
    this.#running -= 1
    // Moved again, so that a client that came while this job ran is next.
    this.#moveToEnd(client, jobs)
    this.#removeIdle(client, jobs)
    this.#schedule()
    for (const waiter of job.waiters) settle(waiter)
  }
}
