/** Converts an uploaded picture into the files that the site serves (decision 024). */
import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { type PictureFormat, readFormat } from './picture-format.ts'

/** The slowest pictures take a few seconds; an idle connection is closed after 30 (server/http-server.ts). */
const TIME_LIMIT_MS = 20_000
/**
 * Of 19 on Linux: about a third of a request's share on a busy processor, so that a picture is finished within the
 * limit.
 */
const NICENESS = 5
/** The queue limit; each entry holds its bytes in memory. */
const MAX_WAITING = 4

interface PictureFile {
  /** File names: '1600' and '800' after their widths, and 'share' with 1200 × 675 pixels. */
  name: string
  mediaType: 'image/webp' | 'image/jpeg'
  content: Uint8Array
}

export interface MadePicture {
  /** Pixels of the largest file. */
  width: number
  height: number
  files: PictureFile[]
}

export interface Refusal {
  /** The message for the person: the problem and what to do. */
  refusal: string
}

export interface ToResize {
  bytes: Uint8Array
  format: PictureFormat
}

/** Never throws because of the content of a file. */
export type ResizePicture = (bytes: Uint8Array) => Promise<MadePicture | Refusal>

const BUSY = 'Other pictures are being prepared. Nothing was saved: try again in a moment.'
const TOO_SLOW =
  'This picture takes too long to prepare. Nothing was saved: save it again as a plain JPEG, and choose that file.'
const BROKEN =
  'This picture cannot be prepared; it may be damaged. Nothing was saved: save it again as a JPEG or PNG, and choose that file.'

/**
 * Processes one picture at a time, each in a child process that decodes with little memory and without the site's
 * secrets, is killed when it takes too long, and cannot crash the site.
 * @param script the path of services/pictures/make-files-process.ts, which the built desk cannot find by itself
 */
export function createResizer(
  script = new URL('./make-files-process.ts', import.meta.url),
  timeLimitMs = TIME_LIMIT_MS,
): ResizePicture {
  let previous: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return async (bytes) => {
    const read = readFormat(bytes)
    if ('refusal' in read) return read
    if (waiting >= MAX_WAITING) return { refusal: BUSY }
    waiting += 1
    const made = previous.then(() => resizeInProcess(script, { bytes, format: read.format }, timeLimitMs))
    previous = made.catch(() => {})
    return made.finally(() => {
      waiting -= 1
    })
  }
}

function resizeInProcess(script: URL, work: ToResize, timeLimitMs: number): Promise<MadePicture | Refusal> {
  return new Promise((resolve, reject) => {
    const child = fork(script, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=128'],
      // The environment contains none of the site's secrets. Fewer arenas release memory sooner.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let answer: MadePicture | Refusal = { refusal: BROKEN }
    const timer = setTimeout(() => {
      answer = { refusal: TOO_SLOW }
      child.kill('SIGKILL')
    }, timeLimitMs)
    child.once('message', (message) => {
      answer = message as MadePicture | Refusal
    })
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
    lowerPriority(child.pid)
    child.send(work, () => {}) // the `close` event handles a process that has died
  })
}

/** Requests of visitors take precedence. Some systems do not allow changing the priority. */
function lowerPriority(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, NICENESS)
  } catch {}
}
