import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { APPLICATIONS, keepAssets, keptFolder } from './kept-assets.ts'

const DAY_MS = 86_400_000

/** A data folder, and starts of versions whose files are named after them. */
function openDataFolder() {
  const [root, dataDir] = [temporaryFolder(), temporaryFolder()]
  const errors: unknown[] = []
  return {
    dataDir,
    errors,
    start(version: string, day: number) {
      const build = join(root, version)
      for (const application of Object.values(APPLICATIONS)) {
        mkdirSync(join(build, application, 'assets'), { recursive: true })
        writeFileSync(join(build, application, 'assets', `${version}.js`), `${application} ${version}`)
      }
      const log = { error: (_: string, error: unknown) => void errors.push(error) }
      keepAssets(pathToFileURL(`${build}/`), dataDir, log, Date.UTC(2026, 10, 1) + day * DAY_MS)
    },
    kept: (application = 'client') => readdirSync(join(keptFolder(dataDir), application, 'assets')),
  }
}

test('built files of a version are kept for a week after another one started, however long it ran', () => {
  const { start, kept } = openDataFolder()
  start('first', 0)
  start('second', 100)
  start('second', 106)
  for (const application of Object.values(APPLICATIONS))
    expect(kept(application)).toEqual(['first.js', 'second.js'])
  start('second', 108)
  expect(kept()).toEqual(['second.js'])
  start('first', 109)
  start('first', 115)
  expect(kept()).toEqual(['first.js', 'second.js'])
})

test('a copy of a built file that was interrupted is made again', () => {
  const { dataDir, start } = openDataFolder()
  const file = join(keptFolder(dataDir), 'client/assets/first.js')
  start('first', 0)
  writeFileSync(file, 'cl')
  start('first', 1)
  expect(readFileSync(file, 'utf8')).toBe('client first')
})

test('a site whose built files cannot be kept says so and goes on', () => {
  const { dataDir, errors, start } = openDataFolder()
  rmSync(dataDir, { recursive: true })
  writeFileSync(dataDir, '')
  start('first', 0)
  expect(errors).toMatchObject([{ code: 'ENOTDIR' }])
})
