/**
 * Stands between the pages and a hosted backend, and remembers its silence: where a read takes long, one small
 * read in the background finds out whether the backend answers at all. If it does not, everybody who waits and
 * everybody who comes hears so at once, until another small read is answered. What a page shows then is the page's
 * own business. A backend that refuses or fails without delay holds nobody up, and is asked each time. Enquiries do
 * not come this way: each of them is tried.
 *
 * Each table has a verdict of its own, or one slow table would take the others along, and a stranger's expensive
 * question the whole site.
 */

import { checkedFetch } from '../../app/shared/backend/checked-fetch.ts'
import type { BackendAddress } from '../../app/shared/backend/client.ts'
import { isBackendReachable, PROBE_TIMEOUT_MS } from '../../app/shared/backend/health-check.ts'

export interface CircuitTimes {
  /** No read of a page outlives this, also where the backend is there. */
  readMs: number
  /** After this long an unanswered read makes us wonder. */
  slowAfterMs: number
  /** The probe and the small read get this long. */
  checkMs: number
  /** A silent backend is asked again this often. */
  retryAfterMs: number
  /** With a page of some minutes ago at hand, a visitor waits no longer than this for a new one. */
  staleAfterMs: number
}

export const TIMES: CircuitTimes = {
  readMs: 10_000,
  slowAfterMs: 1_000,
  checkMs: PROBE_TIMEOUT_MS,
  retryAfterMs: 5_000,
  staleAfterMs: 1_000,
}

/** The connectivity probe's own verdict, beside those of the tables. */
const ROOT = ''

interface CircuitState {
  isSilent: boolean
  isBeingChecked: boolean
  waiting: Set<AbortController>
}

export class CircuitBreaker {
  readonly #address: BackendAddress
  readonly #times: CircuitTimes
  readonly #tell: (message: string, of: string) => void
  readonly #ask: typeof globalThis.fetch
  readonly #verdicts = new Map<string, CircuitState>()
  readonly #rechecks = new Set<ReturnType<typeof setTimeout>>()

  /** @param tell hears of each change of a verdict */
  constructor(address: BackendAddress, tell: (message: string, of: string) => void, times: CircuitTimes) {
    this.#address = address
    this.#tell = tell
    this.#times = times
    this.#ask = checkedFetch({ timeoutMs: times.readMs })
  }

  /** For the client of the pages. */
  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const table = this.#tableOf(String(input))
    const verdict = this.#verdictOf(table)
    if (verdict.isSilent) throw new Error('The backend keeps silent')
    const controller = new AbortController()
    const doubting = setTimeout(() => this.#check(table), this.#times.slowAfterMs)
    verdict.waiting.add(controller)
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, controller.signal]) : controller.signal
      return await this.#ask(input, { ...init, signal })
    } finally {
      clearTimeout(doubting)
      verdict.waiting.delete(controller)
    }
  }

  /** The connectivity probe, or its verdict while that stands. */
  async isReachable(): Promise<boolean> {
    if (this.#verdictOf(ROOT).isSilent) return false
    const { isThere, isSilent } = await this.#probe()
    if (isSilent) this.#decide(ROOT, true)
    return isThere
  }

  close(): void {
    for (const recheck of this.#rechecks) clearTimeout(recheck)
    this.#rechecks.clear()
  }

  #check(of: string): void {
    const verdict = this.#verdictOf(of)
    if (verdict.isBeingChecked) return
    verdict.isBeingChecked = true
    const asking = of === ROOT ? this.#probe().then(({ isSilent }) => isSilent) : this.#isSilent(of)
    void asking.then((isSilent) => {
      verdict.isBeingChecked = false
      this.#decide(of, isSilent)
    })
  }

  #decide(of: string, isSilent: boolean): void {
    const verdict = this.#verdictOf(of)
    const hasChanged = verdict.isSilent !== isSilent
    verdict.isSilent = isSilent
    if (hasChanged)
      this.#tell(
        isSilent ? 'The backend keeps silent' : 'The backend answers again',
        of || 'the connectivity probe',
      )
    if (!isSilent) return
    for (const controller of verdict.waiting) controller.abort(new Error('The backend keeps silent'))
    const recheck = setTimeout(() => {
      this.#rechecks.delete(recheck)
      this.#check(of)
    }, this.#times.retryAfterMs)
    recheck.unref()
    this.#rechecks.add(recheck)
  }

  async #probe(): Promise<{ isThere: boolean; isSilent: boolean }> {
    const began = performance.now()
    const isThere = await isBackendReachable(this.#address, globalThis.fetch, this.#times.checkMs)
    // A timer may be a little early by this clock.
    return { isThere, isSilent: !isThere && performance.now() - began > this.#times.checkMs * 0.9 }
  }

  /** Whether the smallest of reads is not done in time. A quick refusal is an answer, too. */
  async #isSilent(table: string): Promise<boolean> {
    const { url, key } = this.#address
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), this.#times.checkMs)
    const headers = { apikey: key, Authorization: `Bearer ${key}` }
    await this.#ask(`${url}/${table}?limit=1`, { headers, signal: controller.signal }).catch(() => {})
    clearTimeout(timer)
    return controller.signal.aborted
  }

  #tableOf(address: string): string {
    return /^\/?([\w-]*)/.exec(address.slice(this.#address.url.length))?.[1] ?? ROOT
  }

  #verdictOf(of: string): CircuitState {
    const known = this.#verdicts.get(of)
    if (known) return known
    const verdict = { isSilent: false, isBeingChecked: false, waiting: new Set<AbortController>() }
    this.#verdicts.set(of, verdict)
    return verdict
  }
}
