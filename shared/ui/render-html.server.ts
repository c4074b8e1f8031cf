import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

interface Options {
  nonce: string | undefined
  /** Boundaries that are not rendered by then are rendered as failed. */
  timeoutMs: number
  onError(error: unknown): void
}

/** The complete document, so that it reads the same without script. */
export async function renderHtml(
  element: ReactNode,
  { nonce, timeoutMs, onError }: Options,
): Promise<Buffer<ArrayBuffer>> {
  const errors: unknown[] = []
  const chunks: Uint8Array[] = []
  await new Promise<void>((resolve, reject) => {
    const document = new Writable({
      write(chunk, _, done) {
        chunks.push(chunk)
        done()
      },
    }).on('finish', resolve)
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // Otherwise React moves large boundaries to the end and relies on a script to place them.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer)
        pipe(document)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError: (error) => void errors.push(error),
    })
    const timer = setTimeout(abort, timeoutMs)
  })
  for (const error of errors) onError(error)
  return Buffer.concat(chunks)
}
