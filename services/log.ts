import { escapeControl } from '#shared/text/escape-control.ts'

export interface RequestLine {
  requestId: string
  method: string
  /** By `loggedPath`. */
  path: string
  status: number
  ms: number
}

export interface Log {
  request(line: RequestLine): void
  error(message: string, error: unknown, requestId?: string): void
  info(message: string): void
}

/** Batches of request lines save a busy server most of its system calls. */
const FLUSH_MS = 50

// Ignore write errors, so that a full disk or a closed pipe cannot stop the site.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

let buffered = ''
let flushTimer: ReturnType<typeof setTimeout> | undefined

export const processLog: Log = {
  request(line) {
    buffered += logLine({ at: new Date().toISOString(), ...line })
    flushTimer ??= setTimeout(flushLog, FLUSH_MS)
  },
  error(message, error, requestId) {
    const cause = causeOf(error)
    process.stderr.write(logLine({ at: new Date().toISOString(), requestId, message, cause }))
  },
  info(message) {
    process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), message })}\n`)
  },
}

/** Paths and error messages hold foreign text, and JSON does not escape every terminal control character. */
const logLine = (entry: object) => `${escapeControl(JSON.stringify(entry))}\n`

const causeOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : (JSON.stringify(error) ?? '')

/** Errors of a mail server, a backend or a library may repeat the key that we sent. */
export function withoutSecrets(log: Log, secrets: readonly string[]): Log {
  const redact = redactor(secrets)
  return {
    request: (line) => log.request(line),
    info: (message) => log.info(redact(message)),
    error(message, error, requestId) {
      const cause = causeOf(error)
      const redacted = redact(cause)
      log.error(redact(message), redacted === cause ? error : redacted, requestId)
    },
  }
}

export function redactor(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '[hidden]'), text)
}

export function flushLog() {
  clearTimeout(flushTimer)
  flushTimer = undefined
  process.stdout.write(buffered)
  buffered = ''
}
