import { type SearchedList, unmetTerm } from '#shared/list/unmet-search.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import type { ClientNetwork } from '../client-ip.ts'
import { createDayCounter, type DayCounter } from '../day-counter.ts'
import type { Log } from '../log.ts'
import { networkLimits, perTenMinutes, RateLimit } from '../rate-limit.ts'
import type { addUnmetSearches } from './unmet-search-store.ts'

const SEARCHED_LISTS: readonly SearchedList[] = ['stock', ...EXPLORER_LIST.map(({ name }) => name), 'site']

/** The limit of distinct terms in memory, some 50 kB. A further term is counted when it is searched again. */
const MAX_WAITING = 500
/**
 * The limit of distinct terms that one server stores per day, so that a flood of invented terms cannot fill the disk.
 */
const MAX_TERMS_A_DAY = 5_000

/** Far more in ten minutes than a person searches for. */
const SEARCHES_PER_NETWORK = 30

export interface UnmetSearchCounter extends Omit<DayCounter<unknown>, 'add'> {
  /**
   * Counts a reported search in memory; a repeated one is accepted but not counted.
   * @returns why it is refused, or null
   */
  count(report: { list: unknown; term: unknown }, from: ClientNetwork): 'invalid' | 'limited' | null
}

/** Counts searches without a result. */
export function createUnmetSearchCounter(
  store: (searches: Parameters<typeof addUnmetSearches>[1]) => Promise<void>,
  log: Pick<Log, 'error'>,
  now = () => new Date(),
): UnmetSearchCounter {
  const counter = createDayCounter<{ day: string; list: SearchedList; term: string }>({
    store: (counts) => store(counts.map(({ what, times }) => ({ ...what, searches: times }))),
    maxWaiting: MAX_WAITING,
    log,
    failure: 'Searches without a result cannot be stored',
  })
  const rateLimit = new RateLimit()
  const today = { day: '', terms: new Set<string>() }

  /** The same search from the same network counts once in ten minutes, so that reloading cannot inflate a term. */
  const isRepeated = ({ network }: ClientNetwork, key: string) =>
    rateLimit.take([[`${network} ${key}`, perTenMinutes(1)]]) > 0

  function isWithinDay(day: string, key: string): boolean {
    if (today.day !== day) Object.assign(today, { day, terms: new Set() })
    if (!today.terms.has(key) && today.terms.size >= MAX_TERMS_A_DAY) return false
    today.terms.add(key)
    return true
  }

  return {
    count(report, from) {
      const list = SEARCHED_LISTS.find((name) => name === report.list)
      const term = typeof report.term === 'string' ? unmetTerm(report.term) : null
      if (!list || !term) return 'invalid'
      const day = now().toISOString().slice(0, 10)
      const key = `${day} ${list} ${term}`
      if (rateLimit.take(networkLimits(from, SEARCHES_PER_NETWORK)) > 0) return 'limited'
      if (isRepeated(from, key) || !isWithinDay(day, key)) return null
      counter.add({ day, list, term })
      return null
    },
    flush: counter.flush,
    stop: counter.stop,
  }
}
