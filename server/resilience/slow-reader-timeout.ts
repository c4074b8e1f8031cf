import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface WriteTimeout {
  /** The time to read the whole response, or `minimumBytes` more of it. */
  writeTimeoutMs: number
  minimumBytes: number
}

type ReadingSocket = Pick<Socket, 'writableLength' | 'bytesWritten' | 'destroy'>

/** Closes a connection if its client stops reading. One byte now and then would reset the socket's own timeout. */
export class SlowReaderGuard {
  readonly #socket: ReadingSocket
  #response: ServerResponse | undefined
  #since = 0
  #bytesReadThen = 0

  constructor(socket: ReadingSocket) {
    this.#socket = socket
  }

  begin(response: ServerResponse): void {
    this.#response = response
    // A further request must not extend the time for an unread response.
    if (this.#socket.writableLength === 0) this.#restart()
  }

  get isSending(): boolean {
    return this.#response?.headersSent === true && !this.#response.writableFinished
  }

  destroyIfStalled({ writeTimeoutMs, minimumBytes }: WriteTimeout): void {
    if (this.#socket.writableLength === 0) return
    if (this.#bytesRead - this.#bytesReadThen >= minimumBytes) this.#restart()
    else if (performance.now() - this.#since > writeTimeoutMs) this.#socket.destroy()
  }

  #restart(): void {
    this.#since = performance.now()
    this.#bytesReadThen = this.#bytesRead
  }

  get #bytesRead(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }
}
