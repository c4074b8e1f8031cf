/** `npm version` in a scratch repository, whose gate and build only say that they ran. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readCurrent } from '#scripts/released-migrations.ts'
import { temporaryFolder } from './temporary-folder.ts'

const { preversion, version, postversion } = JSON.parse(readFileSync('package.json', 'utf8')).scripts

function scratch() {
  const folder = temporaryFolder()
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Europe/London', npm_config_update_notifier: 'false' },
    })
    return { status, said: stdout + stderr }
  }
  const says = (word: string) => `echo ${word} >> ran.log`
  mkdirSync(join(folder, 'test/fixtures/releases'), { recursive: true })
  write('test/fixtures/releases/made', '')
  mkdirSync(join(folder, 'db'))
  const scripts = {
    ...{ preversion, version, postversion },
    ...{ test: says('gate'), 'release:fixture': says('fixture'), build: says('build') },
  }
  write('package.json', JSON.stringify({ name: 'scratch', version: '1.0.0', type: 'module', scripts }))
  write('db/released.json', '{ "1.0.0": { "db/migrations/0001-baseline.sql": "as it was" } }')
  write('.gitignore', 'ran.log\nscripts\n')
  symlinkSync(resolve('scripts'), join(folder, 'scripts'))
  run('git', 'init', '-q', '-b', 'main')
  run('git', 'config', 'user.name', 'Ann')
  run('git', 'config', 'user.email', 'ann@plates.test')
  const commit = (message: string) => {
    run('git', 'add', '-A')
    run('git', 'commit', '-qm', message)
  }
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return { folder, write, run, commit, read }
}

test('`npm version` checks, dates the changelog, notes the new migrations, makes the fixture, builds, commits and tags', () => {
  const { folder, write, run, commit, read } = scratch()
  write('CHANGELOG.md', '# Changelog\n\n## 1.0.0, 29 November 2026\n\n- A first thing.\n')
  commit('First')
  const refused = run('npm', 'version', 'minor')
  expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('has no section “Unreleased”')])
  expect([JSON.parse(read('package.json')).version, existsSync(join(folder, 'ran.log'))]).toEqual([
    '1.0.0',
    false,
  ])

  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 1.0.0, 29 November 2026\n\n- A first thing.\n',
  )
  commit('A thing')
  const released = run('npm', 'version', 'minor')
  expect(released).toMatchObject({ status: 0, said: expect.stringContaining('git push --follow-tags') })
  expect(read('ran.log').split('\n')).toEqual(['gate', 'fixture', 'build', ''])
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format()
  expect(read('CHANGELOG.md')).toContain(`## 1.1.0, ${today}\n\n- A thing.\n\n## 1.0.0, 29 November 2026`)
  const { 'db/migrations/0001-baseline.sql': _, ...added } = readCurrent()
  expect(JSON.parse(read('db/released.json'))).toEqual({
    '1.0.0': { 'db/migrations/0001-baseline.sql': 'as it was' },
    '1.1.0': added,
  })
  expect(run('git', 'status', '--short').said).toBe('')
  expect(run('git', 'describe', '--exact-match').said).toBe('v1.1.0\n')
})
