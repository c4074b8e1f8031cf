/** Process metrics, under the names of Prometheus' own clients. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { counter, type Family, gauge } from './prometheus-format.ts'

const RESOLUTION_MS = 20

/** @returns a function that reads the metrics; the event loop lag is measured since the previous read */
export function observeProcess(): () => Family[] {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const { active, idle } = performance.eventLoopUtilization()
    // The histogram includes its own interval.
    const lagGauge = (key: string, label: string, nanoseconds: number) =>
      gauge(
        `nodejs_eventloop_lag_${key}_seconds`,
        `Lag of the event loop since the last reading, ${label}.`,
        Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000),
      )
    const families = [
      counter('process_cpu_user_seconds_total', 'User CPU time.', user / 1e6),
      counter('process_cpu_system_seconds_total', 'System CPU time.', system / 1e6),
      counter('process_cpu_seconds_total', 'User and system CPU time.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      gauge('process_start_time_seconds', 'Start time of the process.', performance.timeOrigin / 1000),
      gauge('nodejs_heap_size_used_bytes', 'Used heap.', heapUsed),
      counter('nodejs_eventloop_active_seconds_total', 'Active time of the event loop.', active / 1000),
      counter('nodejs_eventloop_idle_seconds_total', 'Idle time of the event loop.', idle / 1000),
      lagGauge('p50', 'median', lag.percentile(50)),
      lagGauge('p99', '99th percentile', lag.percentile(99)),
      lagGauge('max', 'maximum', lag.max),
    ]
    lag.reset()
    return families
  }
}
