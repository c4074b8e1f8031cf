/** Runs the manual's upgrade steps as printed, on a machine simulated by a folder. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf } from './manual.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What the steps need of the sources. */
const SOURCES = ['site.config.ts', 'content', 'deploy', 'package.json', '.gitignore']
const RUNNING = '/srv/releases/2026-11-21'
const NEXT = '/srv/releases/2026-12-01'

const [clone = '', make = '', install = ''] = blocksOf('start.md', '2. **The site**', '3. **Its settings**')
const [prepare = '', resolveConflict = '', switchOver = ''] = blocksOf(
  'upgrade.md',
  '## Prepare the new version',
  '## Go back',
)

/** Skips installation and build; an archive is made unless there is a conflict. */
const NPM = `#!/bin/sh
echo "npm $*" >> "$MACHINE/log"
grep -qE '^<<<<<<<' site.config.ts && exit 1
tar -czf plateworthy-linux-x64.tar.gz site.config.ts content deploy
`
const SCP = '#!/bin/sh\ncp "$1" "$(echo "$2" | cut -d : -f 2)"\n'
const SUDO = '#!/bin/sh\necho "$*" >> "$MACHINE/log"\ncase "$1" in ln) exec "$@" ;; esac\n'

/** A machine whose /srv is a folder, with a clone of the current sources. */
function openMachine() {
  const machine = temporaryFolder()
  const upstream = join(machine, 'upstream')
  for (const folder of ['bin', 'srv/releases', 'home']) mkdirSync(join(machine, folder), { recursive: true })
  for (const [name, text] of Object.entries({ npm: NPM, sudo: SUDO, scp: SCP, curl: '#!/bin/sh\n' })) {
    writeFileSync(join(machine, 'bin', name), text)
    chmodSync(join(machine, 'bin', name), 0o755)
  }
  for (const path of SOURCES) cpSync(path, join(upstream, path), { recursive: true })
  const here = (text: string) =>
    text.replaceAll('/srv/', `${machine}/srv/`).replace('git clone …', `git clone ${upstream}`)
  const run = (commands: string, { cwd = machine } = {}) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', here(commands)], {
      cwd,
      encoding: 'utf8',
      env: {
        PATH: `${machine}/bin:${process.env.PATH}`,
        HOME: join(machine, 'home'),
        MACHINE: machine,
      },
    })
    return { status, said: stdout + stderr }
  }
  const path = (name: string) => here(name)
  const change = (file: string, from: string | RegExp, to: string) => {
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(from)
    writeFileSync(file, text.replace(from, to))
  }
  const publish = (version: string) => {
    const said = run(`git add -A && git commit -qm '${version}'`, { cwd: upstream })
    expect(said.status).toBe(0)
  }
  run('git config --global user.name Project && git config --global user.email project@plates.test')
  run('git init -q -b main', { cwd: upstream })
  publish('Version 1')
  return {
    machine,
    upstream,
    sources: join(machine, 'home/plateworthy'),
    run,
    path,
    change,
    publish,
    running: () => realpathSync(path('/srv/plateworthy')),
  }
}

const ARTICLE = `---
title: Our first year
date: 20 November 2026
published: 2026-11-20
category: Market Update
author: Ann
image: ''
summary: What we sold.
keywords: dealer
sources: []
---
It was a good year at Ann’s.
`

/** Sets the site up by the manual; the dealer's details and an article are committed as described. */
function setUp({ machine, run, path, change, running, sources }: ReturnType<typeof openMachine>) {
  expect(run(clone)).toMatchObject({ status: 0 })
  change(join(sources, 'site.config.ts'), 'hello@plateworthy.example', 'ann@plates.test')
  change(join(sources, 'site.config.ts'), 'Plateworthy Ltd, registered', 'Ann’s Plates Ltd, registered')
  writeFileSync(join(sources, 'content/news/our-first-year.md'), ARTICLE)
  expect(run(make, { cwd: sources })).toMatchObject({ status: 0 })
  expect(run(install)).toMatchObject({ status: 0 })
  expect(running()).toBe(realpathSync(path(RUNNING)))
  expect(existsSync(join(machine, 'srv/releases/plateworthy-linux-x64.tar.gz'))).toBe(false)
}

test('upgrading by the manual keeps the dealer’s details and articles', () => {
  const site = openMachine()
  setUp(site)
  // An article that was not committed yet.
  writeFileSync(
    join(site.sources, 'content/stories/anns-story.md'),
    ARTICLE.replace('Our first year', 'Ann’s story').replace('Market Update', 'Historic Plate'),
  )
  // The project's next version changes the same file elsewhere, and adds an article.
  site.change(join(site.upstream, 'site.config.ts'), "strapline: 'Trading", "strapline: 'Still Trading")
  writeFileSync(
    join(site.upstream, 'content/news/version-two.md'),
    ARTICLE.replace('Our first', 'The second'),
  )
  site.publish('Version 2')

  const prepared = site.run(prepare)
  expect(prepared.said).not.toContain('CONFLICT')
  expect(prepared.status).toBe(0)
  expect(site.running()).toBe(realpathSync(site.path(RUNNING)))
  expect(site.run(switchOver)).toMatchObject({ status: 0 })
  expect(site.running()).toBe(realpathSync(site.path(NEXT)))
  expect(readFileSync(join(site.machine, 'log'), 'utf8').split('\n')).toEqual([
    'npm run package',
    expect.stringMatching(/^ln -sfn .*2026-11-21/),
    'npm run package',
    'systemctl start plateworthy-backup',
    expect.stringMatching(/^ln -sfn .*2026-12-01/),
    'systemctl daemon-reload',
    'systemctl restart plateworthy',
    expect.stringMatching(/deploy\/office doctor$/),
    '',
  ])

  const config = readFileSync(site.path('/srv/plateworthy/site.config.ts'), 'utf8')
  for (const words of ['ann@plates.test', 'Ann’s Plates Ltd', 'Still Trading'])
    expect(config).toContain(words)
  expect(config).not.toContain('hello@plateworthy.example')
  for (const article of ['news/our-first-year', 'stories/anns-story', 'news/version-two'])
    expect(existsSync(site.path(`/srv/plateworthy/content/${article}.md`))).toBe(true)
})

test('a version that changes the same lines as the dealer is reported as a conflict, and not built before it is resolved', () => {
  const site = openMachine()
  setUp(site)
  site.change(join(site.upstream, 'site.config.ts'), 'hello@plateworthy.example', 'post@plateworthy.example')
  site.publish('Version 2')

  const prepared = site.run(prepare)
  expect(prepared.status).not.toBe(0)
  expect(prepared.said).toMatch(/CONFLICT .*site\.config\.ts/)
  expect(site.run(switchOver.replace(/^curl[\s\S]*/m, '')).status).not.toBe(0)
  expect(site.running()).toBe(realpathSync(site.path(RUNNING)))

  const conflict = /<<<<<<<.*\n([\s\S]*?)=======\n[\s\S]*?>>>>>>>.*\n/
  site.change(join(site.sources, 'site.config.ts'), conflict, '$1')
  rmSync(site.path(NEXT), { recursive: true })
  expect(site.run(resolveConflict, { cwd: site.sources })).toMatchObject({ status: 0 })
  expect(site.run(switchOver)).toMatchObject({ status: 0 })
  expect(site.running()).toBe(realpathSync(site.path(NEXT)))
  expect(readFileSync(site.path('/srv/plateworthy/site.config.ts'), 'utf8')).toContain('ann@plates.test')
  expect(readdirSync(site.path('/srv/plateworthy/content/news'))).toContain('our-first-year.md')
})
