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

/** Writes lines of JSON to standard output and errors to standard error. @param server the name that each line begins with */
export function createProcessLog(server: string): Log {
  const head = () => ({ at: new Date().toISOString(), server })
  return {
    request(line) {
      buffered += logLine({ ...head(), ...line })
      flushTimer ??= setTimeout(flushLog, FLUSH_MS)
    },
    error(message, error, requestId) {
      process.stderr.write(logLine({ ...head(), requestId, message, cause: causeOf(error) }))
    },
    info(message) {
      process.stdout.write(logLine({ ...head(), message }))
    },
  }
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
