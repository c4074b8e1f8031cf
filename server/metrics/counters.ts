import type { LogEvent } from 'kysely'
import { DataFault } from '#data/data-fault.ts'
import { counter, type Family, Histogram, histogram } from './prometheus-format.ts'

/** A fixed set, so that requests cannot create new time series. */
export type Route = 'page' | 'asset' | 'contract' | 'enquiry' | 'export' | 'watch'

export function routeOf(path: string): Route {
  if (path.startsWith('/assets/')) return 'asset'
  if (path.startsWith('/rest/')) return 'contract'
  if (path.startsWith('/functions/')) return 'enquiry'
  if (path.startsWith('/data/')) return 'export'
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'watch'
  return 'page'
}

interface Counts {
  byStatus: Map<number, number>
  durations: Histogram
}

const READS = new Set(['GET', 'HEAD'])

export class Counters {
  readonly #requests = new Map<Route, Counts>()
  readonly #backend = new Map<string, number>()
  readonly #backendDurations = new Histogram()

  countRequest(route: Route, status: number, ms: number): void {
    let counts = this.#requests.get(route)
    if (!counts) {
      counts = { byStatus: new Map(), durations: new Histogram() }
      this.#requests.set(route, counts)
    }
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
    counts.durations.observe(ms / 1000)
  }

  countBackendRequests(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const began = performance.now()
      const kind = READS.has(init?.method ?? 'GET') ? 'read' : 'write'
      let outcome = 'failed'
      try {
        const response = await fetch(input, init)
        if (response.status < 500) outcome = response.ok ? 'ok' : 'refused'
        return response
      } finally {
        this.#countBackend(`${kind} ${outcome}`, performance.now() - began)
      }
    }
  }

  /** A statement of the services counts as a request. */
  readonly countStatement = (event: LogEvent): void => {
    const kind = event.query.query.kind === 'SelectQueryNode' ? 'read' : 'write'
    const isRefused = event.level === 'error' && event.error instanceof DataFault && event.error.status < 500
    const outcome = event.level === 'query' ? 'ok' : isRefused ? 'refused' : 'failed'
    this.#countBackend(`${kind} ${outcome}`, event.queryDurationMillis)
  }

  #countBackend(key: string, ms: number): void {
    this.#backend.set(key, (this.#backend.get(key) ?? 0) + 1)
    this.#backendDurations.observe(ms / 1000)
  }

  families(): Family[] {
    const requests = [...this.#requests]
    return [
      counter(
        'plateworthy_http_requests_total',
        'Requests answered, by kind of address and status.',
        requests.flatMap(([route, { byStatus }]) =>
          [...byStatus].map(([status, value]) => ({ labels: { route, status }, value })),
        ),
      ),
      histogram(
        'plateworthy_http_request_duration_seconds',
        'Duration until the response was handed to the socket.',
        requests.flatMap(([route, { durations }]) => durations.samples({ route })),
      ),
      counter(
        'plateworthy_backend_requests_total',
        'Requests of the site to its backend: refused is 4xx, failed is 5xx or no response.',
        [...this.#backend].map(([key, value]) => {
          const [kind = '', outcome = ''] = key.split(' ')
          return { labels: { kind, outcome }, value }
        }),
      ),
      histogram(
        'plateworthy_backend_request_duration_seconds',
        'Duration of the backend requests.',
        this.#backendDurations.samples(),
      ),
    ]
  }
}
