/** The data of the previous release for the upgrade drill (scripts/make-upgrade-fixture.ts). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import type { SavedPasskey } from './soft-authenticator.ts'

export interface PublicPage {
  path: string
  status: number
  title: string
  heading: string
  /** Pages made from the dealer's data; a release may change the wording of the others. */
  text?: string
}

export interface UpgradeFixture {
  schema: number
  siteUrl: string
  owner: { email: string; password: string; appKey: string; passkey: SavedPasskey }
  pages: PublicPage[]
}

export const FOLDER = 'test/fixtures/upgrade'

export const readUpgradeFixture = (schema: number): UpgradeFixture =>
  JSON.parse(readFileSync(`${FOLDER}/schema-${schema}.json`, 'utf8'))

/**
 * The last commit before the migration that follows this schema, so that no commit hash has to be stored.
 * @returns null if this checkout has no such history
 */
export function findRelease(schema: number): string | null {
  const migration = (number: number) => `db/migrations/${String(number).padStart(4, '0')}-*.sql`
  try {
    const added = git('log', '--diff-filter=A', '--format=%P', '--', migration(schema + 1))
    const release = added.split(/\s+/)[0] ?? ''
    const hasSchema = release && git('log', '-1', '--format=%H', release, '--', migration(schema))
    return hasSchema ? release : null
  } catch {
    return null
  }
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

const OF_THE_DATA = /^\/(plate|registration|jersey)\/|^\/(plates|sales-explorer)(\?|$)/

export async function readPage(ask: (path: string) => Promise<Response>, path: string): Promise<PublicPage> {
  const response = await ask(path)
  const page = parse(await response.text())
  for (const script of page.querySelectorAll('script')) script.remove()
  const textOf = (selector: string) =>
    (page.querySelector(selector)?.structuredText ?? '').replace(/\s+/g, ' ').trim()
  return {
    path,
    status: response.status,
    title: textOf('title'),
    heading: textOf('h1'),
    ...(OF_THE_DATA.test(path) ? { text: textOf('main') } : {}),
  }
}
