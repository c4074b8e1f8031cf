/** What the faults have in common: a line of the table, and a visitor's few actions. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { asContact } from '../../test/enquiries/messages.ts'
import { SiteProcess } from '../../test/site-process.ts'

export interface Seen {
  fault: string
  seen: string
  /** Null where it could not be tried. */
  isGood: boolean | null
}

/** A site over a folder of its own; both are gone afterwards. */
export async function withSite<Result>(
  work: (site: SiteProcess, file: string) => Promise<Result>,
  environment: Record<string, string> = {},
  options: string[] = [],
): Promise<Result> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'plateworthy-fault-'))
  const site = new SiteProcess({ ...environment, DATA_DIR: dataDir }, options)
  try {
    await site.start()
    return await work(site, join(dataDir, 'plateworthy.db'))
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export interface Answered {
  status: number
  text: string
  ms: number
}

/** Asks as a browser does; what breaks off has the status 0. */
export async function ask({ address }: SiteProcess, path: string, init?: RequestInit): Promise<Answered> {
  const began = performance.now()
  try {
    const response = await fetch(address + path, { ...init, signal: AbortSignal.timeout(30_000) })
    const text = await response.text()
    return { status: response.status, text, ms: Math.round(performance.now() - began) }
  } catch (error) {
    return { status: 0, text: String(error), ms: Math.round(performance.now() - began) }
  }
}

let visitors = 0

/** Sends an enquiry, each from another address. */
export function enquire(site: SiteProcess, message = 'Is it still for sale?'): Promise<Answered> {
  visitors += 1
  return ask(site, '/functions/v1/send-email', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
    },
    body: JSON.stringify(asContact({ message })),
  })
}

/** Asks the same small thing again and again: its worst time is the longest that everybody was held up. */
export function watchPulse(site: SiteProcess): () => Promise<number> {
  let isOver = false
  let worst = 0
  const beating = (async () => {
    while (!isOver) {
      worst = Math.max(worst, (await ask(site, '/healthz')).ms)
      await sleep(5)
    }
  })()
  return async () => {
    isOver = true
    await beating
    return worst
  }
}

export function integrity(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  try {
    return String(database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check)
  } finally {
    database.close()
  }
}

export const publicKey = async (site: SiteProcess) =>
  (await ask(site, '/')).text.match(/data-backend-key="([^"]+)"/)?.[1] ?? ''
