/** Counts that several servers add to a table: one row for each day and name, such as the path of a page. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import { createFallback } from './fallback.ts'
import type { Log } from './log.ts'

export interface CountTable {
  table: string
  /** The columns of the natural key, separated by commas. */
  key: string
  /** The columns of the name and of the count. */
  name: string
  count: string
}

/** The columns of the key other than the name: the day, which is that of UTC, as 2026-11-22. */
type Group = { day: string } & Record<string, string>

/** The number of names in one URL. */
const NAMES_AT_ONCE = 50
/** Other servers add to the same rows. */
const MAX_TRIES = 5
const FLUSH_EVERY_MS = 60_000

/** @param counts by name; stored entries are removed, so that the rest remains after an error. */
export async function addCounts(
  client: BackendClient,
  { table, key, name, count }: CountTable,
  group: Group,
  counts: Map<string, number>,
): Promise<void> {
  for (let tries = 1; counts.size > 0; tries++) {
    if (tries > MAX_TRIES) throw new DataError({ message: `The counts could not be added to ${table}` }, 409)
    const rows = [...counts].map(([counted, times]) => ({ ...group, [name]: counted, [count]: times }))
    const insertion = client.from(table).upsert(rows, { onConflict: key, ignoreDuplicates: true })
    for (const row of requireRows(await insertion.select(name))) counts.delete(String(row[name]))
    const names = [...counts.keys()]
    for (let from = 0; from < names.length; from += NAMES_AT_ONCE)
      await addToKnown(names.slice(from, from + NAMES_AT_ONCE))
  }

  async function addToKnown(names: readonly string[]) {
    const read = client.from(table).select(`id,${name},${count}`).match(group).in(name, names)
    for (const row of requireRows(await read)) {
      const [counted, known] = [String(row[name]), Number(row[count])]
      const change = { [count]: known + (counts.get(counted) ?? 0) }
      const update = client.from(table).update(change).eq('id', String(row.id)).eq(count, known)
      if (requireRows(await update.select('id')).length > 0) counts.delete(counted)
    }
  }
}

interface DayCounterOptions {
  /** While the backend is unavailable, names accumulate; beyond this limit, new ones are not counted. */
  maxWaiting: number
  log: Pick<Log, 'error'>
  /** Logged once for consecutive failures. */
  failure: string
}

export interface DayCounter {
  /** Counts in memory. */
  add(group: Group, name: string): void
  /** Stores pending counts. Never throws. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Stores its counts, if there is a client, once a minute, so that no page or visitor waits for it; a crash loses the last minute. */
export function createDayCounter(
  client: BackendClient | null,
  counted: CountTable,
  { maxWaiting, log, failure }: DayCounterOptions,
): DayCounter {
  /** Keyed by the group as JSON, then by name. */
  const waiting = new Map<string, Map<string, number>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let storing: Promise<void> | null = null
  const orFallback = createFallback(log, failure)

  function add(group: string, name: string, times: number) {
    const counts = waiting.get(group) ?? new Map<string, number>()
    waiting.set(group, counts)
    const known = counts.get(name)
    if (known === undefined && [...waiting.values()].reduce((sum, { size }) => sum + size, 0) >= maxWaiting)
      return
    counts.set(name, (known ?? 0) + times)
  }

  async function store() {
    if (!client) return
    for (const [group, counts] of [...waiting]) {
      waiting.delete(group)
      try {
        await addCounts(client, counted, JSON.parse(group), counts)
      } catch (error) {
        for (const [name, times] of counts) add(group, name, times)
        throw error
      }
    }
  }

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    storing ??= orFallback(store, undefined).finally(() => {
      storing = null
    })
    await storing
    if (waiting.size > 0) schedule()
  }

  function schedule() {
    timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS)
    timer.unref()
  }

  return {
    add(group, name) {
      add(JSON.stringify(group), name, 1)
      schedule()
    },
    flush,
    async stop() {
      await flush()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
