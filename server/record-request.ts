import type { Log, RequestLine } from '#services/log.ts'
import { type Counters, type Route, routeOf } from './metrics/counters.ts'

export type RecordRequest = (line: Omit<RequestLine, 'ms'>, startedAt: number, route?: Route) => void

export function createRequestRecorder(log: Log, counters: Counters): RecordRequest {
  return (line, startedAt, route = routeOf(line.path)) => {
    const ms = performance.now() - startedAt
    log.request({ ...line, ms: Math.round(ms * 10) / 10 })
    counters.countRequest(route, line.status, ms)
  }
}
