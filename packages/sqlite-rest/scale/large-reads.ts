import type { ReadResult } from '../execute.ts'
import type { Requester } from '../fair-queue.ts'
import type { ReadPlan } from '../plan.ts'
import type { Figures, StatsArguments } from '../sales-stats.ts'
import { prepareLargeRead, prepareLargeStats } from './queries.ts'
import { ROW_LIMITS, STATS_LIMITS, WorkerPool } from './worker-pool.ts'

export class LargeReads {
  readonly #rows: WorkerPool
  readonly #stats: WorkerPool

  constructor(file: string) {
    this.#rows = new WorkerPool(file, ROW_LIMITS)
    this.#stats = new WorkerPool(file, STATS_LIMITS)
  }

  read(plan: ReadPlan, requester: Requester): Promise<ReadResult> {
    return this.#rows.read(prepareLargeRead(plan), requester)
  }

  stats(figures: Figures, args: StatsArguments, requester: Requester): Promise<ReadResult> {
    return this.#stats.read(prepareLargeStats(figures, args), requester)
  }

  get started(): number {
    return this.#rows.started + this.#stats.started
  }

  get waiting(): number {
    return this.#rows.waiting + this.#stats.waiting
  }

  get refused(): number {
    return this.#rows.refused + this.#stats.refused
  }

  close(): void {
    this.#rows.close()
    this.#stats.close()
  }
}
