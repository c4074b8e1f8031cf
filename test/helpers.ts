import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parseEnv } from '../env.ts'
import type { Log, RequestLine } from '../server/log.ts'
import { openSite } from '../server/site.ts'

export interface TestSite {
  /** Asks the whole application, in process. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The body of a page that must answer 200. */
  read(path: string): Promise<string>
  publishFirstSnapshot(): Promise<void>
  /** What went to the log. */
  requests: RequestLine[]
  startOutbox(): void
  /** The folder of its database. */
  dataDir: string
  faults: { words: string; error: unknown }[]
}

/** The whole site over a fresh, seeded database, for one test; everything is gone afterwards. */
export async function openTestSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = temporaryFolder()
  const requests: RequestLine[] = []
  const faults: TestSite['faults'] = []
  const log: Log = {
    request: (line) => requests.push(line),
    error: (words, error) => faults.push({ words, error }),
  }
  const site = await openSite(
    parseEnv({ DATA_DIR: dataDir, SITE_URL: 'https://plates.test', ...environment }),
    log,
  )
  onTestFinished(() => site.close())
  const ask = async (path: string, init?: RequestInit) =>
    site.fetch(new Request(`https://plates.test${path}`, init))
  return {
    ask,
    startOutbox: () => site.startOutbox(),
    dataDir,
    publishFirstSnapshot: site.publishFirstSnapshot,
    requests,
    faults,
    async read(path) {
      const response = await ask(path)
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      return response.text()
    },
  }
}

/** A folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The text of a page as it is read: no tags, no scripts, entities resolved, spaces folded. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&gt;/g, '>')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
