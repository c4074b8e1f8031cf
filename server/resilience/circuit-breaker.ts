import { checkedFetch } from '#shared/data/checked-fetch.ts'
import type { BackendAddress } from '#shared/data/client.ts'
import { isBackendReachable, PROBE_TIMEOUT_MS } from '#shared/data/health-check.ts'
import { keyHeaders } from '#shared/data/key-headers.ts'

export interface CircuitTimes {
  readTimeoutMs: number
  slowAfterMs: number
  checkTimeoutMs: number
  checkEveryMs: number
  /** The timeout of the page cache: how long a visitor waits for a new page if a stale one is available. */
  staleAfterMs: number
}

export const CIRCUIT_TIMES: CircuitTimes = {
  readTimeoutMs: 10_000,
  slowAfterMs: 1_000,
  checkTimeoutMs: PROBE_TIMEOUT_MS,
  checkEveryMs: 5_000,
  staleAfterMs: 250,
}

const PROBE_CIRCUIT = ''

export const NOT_RESPONDING = 'The backend does not respond'
export const RESPONDING_AGAIN = 'The backend responds again'

interface CircuitState {
  isOpen: boolean
  isBeingChecked: boolean
  pending: Set<AbortController>
}

/**
 * Lets reads of a hosted backend fail at once while it hangs: a slow read starts a check, one small read of the same
 * table, and the circuit is open while checks time out. One circuit per table and function: an expensive query blocks no
 * other.
 */
export class CircuitBreaker {
  readonly #address: BackendAddress
  readonly #times: CircuitTimes
  readonly #onChange: (message: string, detail: string) => void
  readonly #fetch: typeof globalThis.fetch
  readonly #circuits = new Map<string, CircuitState>()
  readonly #rechecks = new Set<ReturnType<typeof setTimeout>>()

  constructor(
    address: BackendAddress,
    onChange: (message: string, detail: string) => void,
    times: CircuitTimes,
  ) {
    this.#address = address
    this.#onChange = onChange
    this.#times = times
    this.#fetch = checkedFetch({ timeoutMs: times.readTimeoutMs })
  }

  /** Sends a read through the circuit of its table. @throws if the circuit is open or opens meanwhile */
  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const table = this.#tableOf(String(input))
    const circuit = this.#circuitOf(table)
    if (circuit.isOpen) throw new Error(NOT_RESPONDING)
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
    if (this.#circuitOf(PROBE_CIRCUIT).isOpen) return false
    const { isReachable, hasTimedOut } = await this.#probe()
    if (hasTimedOut) this.#setOpen(PROBE_CIRCUIT, true)
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
    const check =
      name === PROBE_CIRCUIT ? this.#probe().then(({ hasTimedOut }) => hasTimedOut) : this.#hasTimedOut(name)
    void check.then((hasTimedOut) => {
      circuit.isBeingChecked = false
      this.#setOpen(name, hasTimedOut)
    })
  }

  #setOpen(name: string, isOpen: boolean): void {
    const circuit = this.#circuitOf(name)
    const hasChanged = circuit.isOpen !== isOpen
    circuit.isOpen = isOpen
    const reads = name === PROBE_CIRCUIT ? 'Connectivity checks' : `Reads of the table ${name}`
    if (hasChanged && isOpen) this.#onChange(NOT_RESPONDING, `${reads} fail at once until it responds again`)
    if (hasChanged && !isOpen) this.#onChange(RESPONDING_AGAIN, `${reads} are sent again`)
    if (!isOpen) return
    for (const controller of circuit.pending) controller.abort(new Error(NOT_RESPONDING))
    const recheck = setTimeout(() => {
      this.#rechecks.delete(recheck)
      this.#check(name)
    }, this.#times.checkEveryMs)
    recheck.unref()
    this.#rechecks.add(recheck)
  }

  async #probe(): Promise<{ isReachable: boolean; hasTimedOut: boolean }> {
    const began = performance.now()
    const isReachable = await isBackendReachable(this.#address, globalThis.fetch, this.#times.checkTimeoutMs)
    return {
      isReachable,
      hasTimedOut: !isReachable && performance.now() - began > this.#times.checkTimeoutMs * 0.9,
    }
  }

  async #hasTimedOut(table: string): Promise<boolean> {
    const { url, key } = this.#address
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), this.#times.checkTimeoutMs)
    // The functions are figures of sales, which are computed soon for a year without any.
    const query = table.startsWith('rpc/') ? 'year_from=9999' : 'limit=1'
    await this.#fetch(`${url}/${table}?${query}`, {
      headers: keyHeaders(key),
      signal: controller.signal,
    }).catch(() => {})
    clearTimeout(timer)
    return controller.signal.aborted
  }

  #tableOf(address: string): string {
    return /^\/?((?:rpc\/)?[\w-]*)/.exec(address.slice(this.#address.url.length))?.[1] ?? PROBE_CIRCUIT
  }

  #circuitOf(name: string): CircuitState {
    const known = this.#circuits.get(name)
    if (known) return known
    const circuit = { isOpen: false, isBeingChecked: false, pending: new Set<AbortController>() }
    this.#circuits.set(name, circuit)
    return circuit
  }
}
