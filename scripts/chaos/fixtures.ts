/** What the chaos tests share: the result line, a site of their own and a visitor's actions. */
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
  /** Null if the test was skipped. */
  isGood: boolean | null
}

/** Runs a site with a temporary folder. */
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

/** A failed request has the status 0. */
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

/** Sends an enquiry, each from another client IP. */
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

/** Polls /healthz. @returns a function that stops and gives the slowest response in ms: how long the site was blocked */
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
