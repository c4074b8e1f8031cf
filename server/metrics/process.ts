/** What the process tells of itself, under the names that Prometheus' own clients give it. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Family } from './prometheus-format.ts'

const RESOLUTION_MS = 20

/** Begins to watch the event loop; asked, tells how it stands, the lag since it was last asked. */
export function watchProcess(): () => Family[] {
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
    // The histogram measures from one wake-up to the next, its own pause included.
    const lagSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
    const families = [
      one('process_cpu_user_seconds_total', 'counter', 'Processor time in the program.', user / 1e6),
      one('process_cpu_system_seconds_total', 'counter', 'Processor time in the system.', system / 1e6),
      one('process_cpu_seconds_total', 'counter', 'Both.', (user + system) / 1e6),
      one('process_resident_memory_bytes', 'gauge', 'Memory that the process holds.', rss),
      one('process_start_time_seconds', 'gauge', 'When it began.', performance.timeOrigin / 1000),
      one('nodejs_heap_size_used_bytes', 'gauge', "Memory in use by the program's own objects.", heapUsed),
      one(
        'nodejs_eventloop_active_seconds_total',
        'counter',
        'Time that the event loop was at work.',
        active / 1000,
      ),
      one('nodejs_eventloop_idle_seconds_total', 'counter', 'Time that it waited for work.', idle / 1000),
      one(
        'nodejs_eventloop_lag_p50_seconds',
        'gauge',
        'Lag of the event loop since the last reading, median.',
        lagSeconds(lag.percentile(50)),
      ),
      one(
        'nodejs_eventloop_lag_p99_seconds',
        'gauge',
        'The same, 99th percentile.',
        lagSeconds(lag.percentile(99)),
      ),
      one('nodejs_eventloop_lag_max_seconds', 'gauge', 'The same, longest.', lagSeconds(lag.max)),
    ]
    lag.reset()
    return families
  }
}
