import { cpus, totalmem } from 'node:os'

export function describeMachine(): string {
  const { model = 'unknown processor' } = cpus()[0] ?? {}
  return `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
}
