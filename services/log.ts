/** The structured log: a line of JSON for each request on standard output, faults on standard error. */
import { escapeControl } from '../app/shared/escape-control.ts'

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
  error(message: string, error: unknown, requestId?: string): void
  /** What an operator may want to know, and is no fault. */
  info(message: string): void
}

/** Lines wait this long for each other: one write for many is what keeps the log off a busy server's path. */
const FLUSH_MS = 50

// Where the log goes may be full, or gone: the site is served all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

let waiting = ''
let flushing: ReturnType<typeof setTimeout> | undefined

export const processLog: Log = {
  request(line) {
    waiting += logLine({ at: new Date().toISOString(), ...line })
    flushing ??= setTimeout(flushLog, FLUSH_MS)
  },
  error(message, error, requestId) {
    const cause = causeOf(error)
    process.stderr.write(logLine({ at: new Date().toISOString(), requestId, message, cause }))
  },
  info(message) {
    process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), message })}\n`)
  },
}

/** Addresses and error messages hold foreign text: in JSON alone it could still steer a terminal. */
const logLine = (entry: object) => `${escapeControl(JSON.stringify(entry))}\n`

const causeOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : (JSON.stringify(error) ?? '')

/**
 * The same log without these secrets: what a mail server, a backend or a library says of a failure may repeat the key
 * or the password that we sent it.
 */
export function withoutSecrets(log: Log, secrets: readonly string[]): Log {
  const hide = hiding(secrets)
  return {
    request: (line) => log.request(line),
    info: (message) => log.info(hide(message)),
    error(message, error, requestId) {
      const cause = causeOf(error)
      const shown = hide(cause)
      log.error(hide(message), shown === cause ? error : shown, requestId)
    },
  }
}

/** A function that takes these secrets out of a text. */
export function hiding(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '[hidden]'), text)
}

/** Writes what still waits; called before the process ends. */
export function flushLog() {
  clearTimeout(flushing)
  flushing = undefined
  process.stdout.write(waiting)
  waiting = ''
}
