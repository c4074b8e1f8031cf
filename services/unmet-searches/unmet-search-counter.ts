import type { BackendClient } from '#shared/data/client.ts'
import { type SearchedList, unmetTerm } from '#shared/list/unmet-search.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import type { ClientNetwork } from '../client-ip.ts'
import type { Log } from '../log.ts'
import { createMinuteFlush } from '../minute-flush.ts'
import { type Limits, RateLimit } from '../rate-limit.ts'
import { addUnmetSearches, type UnmetSearch } from './unmet-search-store.ts'

const SEARCHED_LISTS: readonly SearchedList[] = ['stock', ...EXPLORER_LIST.map(({ name }) => name), 'site']

/** The limit of distinct terms in memory, some 50 kB. A further term is counted when it is searched again. */
const MAX_WAITING = 500
/**
 * The limit of distinct terms that one server stores per day, so that a flood of invented terms cannot fill the disk.
 */
const MAX_TERMS_A_DAY = 5_000

const TEN_MINUTES = 600_000
const perTenMinutes = (burst: number) => ({ burst, msPerToken: TEN_MINUTES / burst })
/** One limit per network, narrowest first; far more than a person searches for. */
const PER_CLIENT = [30, 90, 270].map(perTenMinutes)

export interface UnmetSearchCounter {
  /**
   * Counts a reported search in memory; a repeated one is accepted but not counted.
   * @returns why it is refused, or null
   */
  count(report: { list: unknown; term: unknown }, from: ClientNetwork): 'invalid' | 'limited' | null
  /** Stores pending counts. Never throws. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/**
 * Counts searches without a result and stores them once a minute, so that no page or visitor waits for it. A crash
 * loses the last minute.
 * @param client a client with the service key; without one nothing is counted
 */
export function createUnmetSearchCounter(
  client: BackendClient | null,
  log: Pick<Log, 'error'>,
  now = () => new Date(),
): UnmetSearchCounter {
  const rateLimit = new RateLimit()
  const waiting = new Map<string, UnmetSearch>()
  const today = { day: '', terms: new Set<string>() }

  const limitsOf = ({ prefixes }: ClientNetwork): Limits =>
    prefixes.map((prefix, index) => [prefix, PER_CLIENT[index] ?? perTenMinutes(30)] as const)

  /** The same search from the same network counts once in ten minutes, so that reloading cannot inflate a term. */
  const isRepeated = ({ network }: ClientNetwork, key: string) =>
    rateLimit.take([[`${network} ${key}`, perTenMinutes(1)]]) > 0

  async function store(client: BackendClient) {
    for (const [key, entry] of [...waiting]) {
      waiting.delete(key)
      try {
        await addUnmetSearches(client, entry)
      } catch (error) {
        add(key, entry)
        throw error
      }
    }
  }

  function add(key: string, entry: UnmetSearch) {
    const known = waiting.get(key)
    if (known) known.searches += entry.searches
    else if (waiting.size < MAX_WAITING) waiting.set(key, entry)
  }

  function isWithinDay(day: string, key: string): boolean {
    if (today.day !== day) Object.assign(today, { day, terms: new Set() })
    if (!today.terms.has(key) && today.terms.size >= MAX_TERMS_A_DAY) return false
    today.terms.add(key)
    return true
  }

  const { schedule, flush, stop } = createMinuteFlush({
    async store() {
      if (client) await store(client)
    },
    hasWaiting: () => client !== null && waiting.size > 0,
    log,
    failure: 'Searches without a result cannot be stored',
  })

  return {
    count(report, from) {
      const list = SEARCHED_LISTS.find((name) => name === report.list)
      const term = typeof report.term === 'string' ? unmetTerm(report.term) : null
      if (!list || !term) return 'invalid'
      const day = now().toISOString().slice(0, 10)
      const key = `${day} ${list} ${term}`
      if (rateLimit.take(limitsOf(from)) > 0) return 'limited'
      if (!client || isRepeated(from, key) || !isWithinDay(day, key)) return null
      add(key, { day, list: list satisfies SearchedList, term, searches: 1 })
      schedule()
      return null
    },
    flush,
    stop,
  }
}
