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

export const processLog: Log = {
  request: (line) => process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`),
  error(words, error, requestId) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), requestId, words, cause })}\n`)
  },
}
