import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface WriteTimeout {
  /** In which an answer must be taken, or at least `minimumBytes` more of it. */
  writeTimeoutMs: number
  minimumBytes: number
}

type TakingSocket = Pick<Socket, 'writableLength' | 'bytesWritten' | 'destroy'>

/**
 * Somebody at the other end, and how he gets on with taking his answers. Whoever takes a byte now and then keeps a
 * socket's own timeout awake for ever.
 */
export class SlowReaderGuard {
  readonly #socket: TakingSocket
  #response: ServerResponse | undefined
  #since = 0
  #sent = 0

  constructor(socket: TakingSocket) {
    this.#socket = socket
  }

  begin(response: ServerResponse): void {
    this.#response = response
    // Another request does not buy time for an answer that is not taken.
    if (this.#socket.writableLength === 0) this.#mark()
  }

  get isBeingAnswered(): boolean {
    return this.#response?.headersSent === true && !this.#response.writableFinished
  }

  destroyIfStalled({ writeTimeoutMs, minimumBytes }: WriteTimeout): void {
    if (this.#socket.writableLength === 0) return
    if (this.#taken - this.#sent >= minimumBytes) this.#mark()
    else if (performance.now() - this.#since > writeTimeoutMs) this.#socket.destroy()
  }

  #mark(): void {
    this.#since = performance.now()
    this.#sent = this.#taken
  }

  get #taken(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }
}
