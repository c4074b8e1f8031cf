/** Measures the duration of some work, and how long it blocks the event loop at most. */

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export async function measured<T>(label: string, work: () => Promise<T>): Promise<T> {
  // On a busy machine a pause is longer than the work in it, so CPU time is measured as well.
  let [longestMs, longestCpuMs] = [0, 0]
  let [last, lastCpu] = [performance.now(), cpuMs()]
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    longestCpuMs = Math.max(longestCpuMs, cpuMs() - lastCpu)
    last = performance.now()
    lastCpu = cpuMs()
  }, 1)
  const start = performance.now()
  const result = await work()
  const ms = performance.now() - start
  await new Promise((resolve) => setTimeout(resolve, 20))
  clearInterval(timer)
  console.info(
    `${label.padEnd(26)} ${ms.toFixed(0).padStart(6)} ms, longest stop ${longestMs.toFixed(0).padStart(4)} ms, ${longestCpuMs.toFixed(0).padStart(3)} ms of it work`,
  )
  return result
}
