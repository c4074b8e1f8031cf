/** Checks docs/security.md and docs/sign-in.md against the code. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  MAX_FUNCTION_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_ORDER_TERMS,
  MAX_QUERY_LENGTH,
} from '#packages/sqlite-rest/limits.ts'
import { ROW_LIMITS, STATS_LIMITS } from '#packages/sqlite-rest/scale/worker-pool.ts'
import { HTTP_LIMITS } from '#server/http-server.ts'
import { RENDER_QUEUE_LIMITS } from '#server/page-cache.ts'
import { MAX_PICTURE_BODY_BYTES } from '#server/picture-uploads.ts'
import { MAX_BODY_BYTES } from '#server/read-body.ts'

const page = readFileSync('docs/security.md', 'utf8')
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; integrity?: string; hasInstallScript?: boolean }>
}
const signIn = readFileSync('docs/sign-in.md', 'utf8')
const named = [...`${page}${signIn}`.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)` › \*((?:`[^`]*`|[^*])+)\*/g)]

test.each(named.map(([, file = '', title = '']) => [file, title]))('%s has the test “%s”', (file, title) => {
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8').replaceAll('\\`', '`')).toContain(title)
})

test('each row of ASVS level 2 on authentication and sessions is met by a test or a reason, or said to fall short', () => {
  const rows = signIn.split('\n').filter((line) => /^\| [23]\.\d/.test(line))
  expect(rows).toHaveLength(66)
  for (const row of rows) {
    const [, , , met, how, test] = row.split('|').map((cell) => cell.trim())
    expect([row, /^(?:yes|not applicable|\*\*falls short\*\*)/.test(met ?? '')]).toEqual([row, true])
    expect([row, how !== '–' || test !== '–']).toEqual([row, true])
  }
})

test('each point of the Top Ten has a test', () => {
  const rows = page.split('\n').filter((line) => /^\| (A\d\d|\(in A01\)) /.test(line))
  expect(rows.map((row) => row.slice(2, 5))).toEqual([
    ...['A01', 'A02', 'A03', 'A04', 'A05', 'A06', 'A07', 'A08', 'A09', 'A10'],
    '(in',
  ])
  for (const row of rows) expect(row).toMatch(/`[\w./-]+\.(test|spec)\.ts` › \*/)
})

test('the limits equal those of the code', () => {
  const number = (value: number) => value.toLocaleString('en-GB')
  for (const row of [
    `| URL and headers together | ${number(HTTP_LIMITS.headBytes)} bytes |`,
    `| URL of a page, query string of the contract | ${number(MAX_QUERY_LENGTH)} characters |`,
    `| body of a form or of the function | ${number(MAX_BODY_BYTES)} bytes |`,
    `| arguments of a function of the contract | ${number(MAX_FUNCTION_BODY_BYTES)} bytes |`,
    `| nesting of lists and objects in JSON | ${MAX_JSON_DEPTH} levels |`,
    `| terms of one \`order\` | ${MAX_ORDER_TERMS} |`,
    `| headers | ${HTTP_LIMITS.headMs / 1000} s |`,
    `| whole request | ${HTTP_LIMITS.requestMs / 1000} s |`,
    `| a request with a picture, of at most ${MAX_PICTURE_BODY_BYTES / 2 ** 20} MiB | ${HTTP_LIMITS.pictureMs / 1000} s |`,
    `| no data in either direction | ${HTTP_LIMITS.idleMs / 1000} s |`,
    `| between two requests of a connection | ${HTTP_LIMITS.betweenMs / 1000} s |`,
    `| a response of which less than ${HTTP_LIMITS.minimumBytes / 1024} KiB is read | ${HTTP_LIMITS.writeTimeoutMs / 1000} s |`,
    `| pages rendered at once | ${RENDER_QUEUE_LIMITS.runningPerClient} for one client, ${RENDER_QUEUE_LIMITS.running} in all |`,
    `| pages that wait to be rendered | ${RENDER_QUEUE_LIMITS.waitingPerClient} for one client, ${RENDER_QUEUE_LIMITS.waiting} in all |`,
    `| slow reads of rows that wait | ${ROW_LIMITS.waitingPerClient} for one client, ${ROW_LIMITS.waiting} in all |`,
    `| slow reads of figures that wait | ${STATS_LIMITS.waitingPerClient} for one client, ${STATS_LIMITS.waiting} in all |`,
    `checked every ${HTTP_LIMITS.checkEveryMs / 1000} s`,
  ])
    expect(page).toContain(row)
})

test('the files that are named exist', () => {
  for (const [, file = ''] of page.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|json|service))`/g))
    if (file !== 'DATA_DIR/keys.json') expect([file, existsSync(file)]).toEqual([file, true])
})

test('every package in the lock file has a hash, and none runs an install script', () => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [path, { integrity, hasInstallScript }] of Object.entries(lock.packages)) {
    if (path === '') continue
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)])
    if (hasInstallScript)
      expect([path, allowScripts[path.replace('node_modules/', '')]]).toEqual([path, false])
  }
})

test('the locked versions are past every listed advisory', () => {
  const rows = [...page.matchAll(/^\| `([@\w/-]+)`[^|]*\| ([\d.]+) \| (?:GHSA|CVE)-/gm)]
  expect(rows.length).toBeGreaterThan(3)
  const parts = (version = '') => version.split('.').map(Number)
  for (const [, name = '', mended] of rows) {
    const here = parts(lock.packages[`node_modules/${name}`]?.version)
    const at = parts(mended).findIndex((part, index) => part !== here[index])
    expect([name, at < 0 || (here[at] ?? 0) > (parts(mended)[at] ?? 0)]).toEqual([name, true])
  }
})
