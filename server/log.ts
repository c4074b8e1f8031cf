/** The structured log: a line of JSON for each request on standard output, faults on standard error. */
export interface RequestLine {
  requestId: string
  method: string
  /** Without the query, which may hold what a visitor typed. */
  path: string
  status: number
  ms: number
}

export interface Log {
  request(line: RequestLine): void
  error(words: string, error: unknown, requestId?: string): void
}

/** Lines wait this long for each other: one write for many is what keeps the log off a busy server's path. */
const FLUSH_MS = 50

let waiting = ''
let flushing: ReturnType<typeof setTimeout> | undefined

export const processLog: Log = {
  request(line) {
    waiting += `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`
    flushing ??= setTimeout(flushLog, FLUSH_MS)
  },
  error(words, error, requestId) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), requestId, words, cause })}\n`)
  },
}

/** Writes what still waits; called before the process ends. */
export function flushLog() {
  clearTimeout(flushing)
  flushing = undefined
  process.stdout.write(waiting)
  waiting = ''
}
