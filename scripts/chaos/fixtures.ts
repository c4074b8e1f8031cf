import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { asContact } from '#test/enquiries/messages.ts'
import { SiteProcess } from '#test/site-process.ts'

export interface Observation {
  scenario: string
  observed: string
  /** Null if the test was skipped. */
  isOk: boolean | null
}

export async function withSite<Result>(
  work: (site: SiteProcess, file: string) => Promise<Result>,
  environment: Record<string, string> = {},
  options: string[] = [],
): Promise<Result> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'plateworthy-chaos-'))
  const site = new SiteProcess({ ...environment, DATA_DIR: dataDir }, options)
  try {
    await site.start()
    return await work(site, join(dataDir, 'plateworthy.db'))
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export interface Result {
  status: number
  text: string
  ms: number
}

/** A failed request has the status 0. */
export async function request({ address }: SiteProcess, path: string, init?: RequestInit): Promise<Result> {
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

export function enquire(site: SiteProcess, message = 'Is it still for sale?'): Promise<Result> {
  visitors += 1
  return request(site, '/functions/v1/send-email', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
    },
    body: JSON.stringify(asContact({ message })),
  })
}

/** Polls /healthz. @returns a function that stops and gives the slowest response in ms: how long the site was blocked */
export function watchHealth(site: SiteProcess): () => Promise<number> {
  let isOver = false
  let worst = 0
  const polling = (async () => {
    while (!isOver) {
      worst = Math.max(worst, (await request(site, '/healthz')).ms)
      await sleep(5)
    }
  })()
  return async () => {
    isOver = true
    await polling
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

export function storedReferences(file: string): Set<unknown> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  try {
    return new Set(
      database
        .prepare('SELECT reference FROM enquiries')
        .all()
        .map(({ reference }) => reference),
    )
  } finally {
    database.close()
  }
}

export const publicKey = async (site: SiteProcess) =>
  (await request(site, '/')).text.match(/data-backend-key="([^"]+)"/)?.[1] ?? ''
