import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** CPU time of a process so far, user and system, with its threads. Linux alone. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
