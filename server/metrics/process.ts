/** Process metrics, under the names of Prometheus' own clients. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Family } from './prometheus-format.ts'

const RESOLUTION_MS = 20

/** @returns a function that reads the metrics; the event loop lag is measured since the previous read */
export function observeProcess(): () => Family[] {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const { active, idle } = performance.eventLoopUtilization()
    const one = (name: string, type: Family['type'], help: string, value: number): Family => ({
      name,
      help,
      type,
      samples: Number.isFinite(value) ? [{ value }] : [],
    })
    // The histogram includes its own interval.
    const lagSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
    const families = [
      one('process_cpu_user_seconds_total', 'counter', 'User CPU time.', user / 1e6),
      one('process_cpu_system_seconds_total', 'counter', 'System CPU time.', system / 1e6),
      one('process_cpu_seconds_total', 'counter', 'User and system CPU time.', (user + system) / 1e6),
      one('process_resident_memory_bytes', 'gauge', 'Resident memory.', rss),
      one('process_start_time_seconds', 'gauge', 'Start time of the process.', performance.timeOrigin / 1000),
      one('nodejs_heap_size_used_bytes', 'gauge', 'Used heap.', heapUsed),
      one(
        'nodejs_eventloop_active_seconds_total',
        'counter',
        'Active time of the event loop.',
        active / 1000,
      ),
      one('nodejs_eventloop_idle_seconds_total', 'counter', 'Idle time of the event loop.', idle / 1000),
      one(
        'nodejs_eventloop_lag_p50_seconds',
        'gauge',
        'Lag of the event loop since the last reading, median.',
        lagSeconds(lag.percentile(50)),
      ),
      one(
        'nodejs_eventloop_lag_p99_seconds',
        'gauge',
        'Lag of the event loop since the last reading, 99th percentile.',
        lagSeconds(lag.percentile(99)),
      ),
      one(
        'nodejs_eventloop_lag_max_seconds',
        'gauge',
        'Lag of the event loop since the last reading, maximum.',
        lagSeconds(lag.max),
      ),
    ]
    lag.reset()
    return families
  }
}
