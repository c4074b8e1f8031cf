/**
 * A circuit breaker between the pages and a hosted backend. If a read takes long, one small read in the background
 * checks whether the backend responds at all. If it does not, the circuit opens: pending and new reads fail at once,
 * until a small read succeeds. A backend that fails without delay does not open it. Enquiries bypass it, so that each
 * one is attempted.
 *
 * Each table has its own circuit. Otherwise one slow table, or one visitor's expensive query, would block all reads.
 */
import { checkedFetch } from '../../app/shared/backend/checked-fetch.ts'
import type { BackendAddress } from '../../app/shared/backend/client.ts'
import { isBackendReachable, PROBE_TIMEOUT_MS } from '../../app/shared/backend/health-check.ts'

export interface CircuitTimes {
  readMs: number
  /** A read that takes longer starts a check. */
  slowAfterMs: number
  /** Timeout of the check. */
  checkMs: number
  /** Time between checks while the circuit is open. */
  retryAfterMs: number
  /** How long a visitor waits for a new page if a stale one is available. */
  staleAfterMs: number
}

export const TIMES: CircuitTimes = {
  readMs: 10_000,
  slowAfterMs: 1_000,
  checkMs: PROBE_TIMEOUT_MS,
  retryAfterMs: 5_000,
  staleAfterMs: 1_000,
}

/** The key of the connectivity probe's circuit, beside those of the tables. */
const PROBE = ''

interface CircuitState {
  isOpen: boolean
  isBeingChecked: boolean
  pending: Set<AbortController>
}

export class CircuitBreaker {
  readonly #address: BackendAddress
  readonly #times: CircuitTimes
  readonly #onChange: (message: string, circuit: string) => void
  readonly #fetch: typeof globalThis.fetch
  readonly #circuits = new Map<string, CircuitState>()
  readonly #rechecks = new Set<ReturnType<typeof setTimeout>>()

  constructor(
    address: BackendAddress,
    onChange: (message: string, circuit: string) => void,
    times: CircuitTimes,
  ) {
    this.#address = address
    this.#onChange = onChange
    this.#times = times
    this.#fetch = checkedFetch({ timeoutMs: times.readMs })
  }

  /** Sends a read through the circuit of its table. @throws if the circuit is open or opens meanwhile */
  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const table = this.#tableOf(String(input))
    const circuit = this.#circuitOf(table)
    if (circuit.isOpen) throw new Error('The backend keeps silent')
    const controller = new AbortController()
    const slowTimer = setTimeout(() => this.#check(table), this.#times.slowAfterMs)
    circuit.pending.add(controller)
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, controller.signal]) : controller.signal
      return await this.#fetch(input, { ...init, signal })
    } finally {
      clearTimeout(slowTimer)
      circuit.pending.delete(controller)
    }
  }

  async isReachable(): Promise<boolean> {
    if (this.#circuitOf(PROBE).isOpen) return false
    const { isReachable, isSilent } = await this.#probe()
    if (isSilent) this.#setOpen(PROBE, true)
    return isReachable
  }

  close(): void {
    for (const recheck of this.#rechecks) clearTimeout(recheck)
    this.#rechecks.clear()
  }

  #check(name: string): void {
    const circuit = this.#circuitOf(name)
    if (circuit.isBeingChecked) return
    circuit.isBeingChecked = true
    const check = name === PROBE ? this.#probe().then(({ isSilent }) => isSilent) : this.#isSilent(name)
    void check.then((isSilent) => {
      circuit.isBeingChecked = false
      this.#setOpen(name, isSilent)
    })
  }

  #setOpen(name: string, isOpen: boolean): void {
    const circuit = this.#circuitOf(name)
    const hasChanged = circuit.isOpen !== isOpen
    circuit.isOpen = isOpen
    if (hasChanged)
      this.#onChange(
        isOpen ? 'The backend keeps silent' : 'The backend answers again',
        name || 'the connectivity probe',
      )
    if (!isOpen) return
    for (const controller of circuit.pending) controller.abort(new Error('The backend keeps silent'))
    const recheck = setTimeout(() => {
      this.#rechecks.delete(recheck)
      this.#check(name)
    }, this.#times.retryAfterMs)
    recheck.unref()
    this.#rechecks.add(recheck)
  }

  async #probe(): Promise<{ isReachable: boolean; isSilent: boolean }> {
    const began = performance.now()
    const isReachable = await isBackendReachable(this.#address, globalThis.fetch, this.#times.checkMs)
    return { isReachable, isSilent: !isReachable && performance.now() - began > this.#times.checkMs * 0.9 }
  }

  async #isSilent(table: string): Promise<boolean> {
    const { url, key } = this.#address
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), this.#times.checkMs)
    const headers = { apikey: key, Authorization: `Bearer ${key}` }
    await this.#fetch(`${url}/${table}?limit=1`, { headers, signal: controller.signal }).catch(() => {})
    clearTimeout(timer)
    return controller.signal.aborted
  }

  #tableOf(address: string): string {
    return /^\/?([\w-]*)/.exec(address.slice(this.#address.url.length))?.[1] ?? PROBE
  }

  #circuitOf(name: string): CircuitState {
    const known = this.#circuits.get(name)
    if (known) return known
    const circuit = { isOpen: false, isBeingChecked: false, pending: new Set<AbortController>() }
    this.#circuits.set(name, circuit)
    return circuit
  }
}
