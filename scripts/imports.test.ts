import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  file: string
  specifier: string
  isTypeOnly: boolean
}

/** Static imports and re-exports, and `import()`, whose value may be used. */
const STATEMENT =
  /(?:^|\n)(?:import|export)(?<type> type)?\s(?:[^'"\n;]*|\{[^}]*\}[^'"\n]*)from\s+'(?<from>[^']+)'|(?:^|\n)import\s+'(?<bare>[^']+)'|\bimport\(\s*'(?<lazy>[^']+)'/g

function importsOf(file: string): Import[] {
  const code = readFileSync(join(ROOT, file), 'utf8')
  return [...code.matchAll(STATEMENT)].map(({ groups: { type, from, bare, lazy } = {} }) => ({
    file,
    specifier: from ?? bare ?? lazy ?? '',
    isTypeOnly: type !== undefined,
  }))
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file.includes('/') && !file.startsWith('bench/baseline-'))
const imports = files.flatMap(importsOf)
const isProduct = ({ file }: Import) => !/\.test\.tsx?$/.test(file)
/** Of an own file, without the # or the way to it. */
const pathOf = ({ file, specifier }: Import) =>
  specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier.slice(1)
const show = ({ file, specifier }: Import) => `${file}: ${specifier}`

test('a relative import stays in its top folder and climbs two folders at most', () => {
  const top = (path: string) => path.split('/')[0]
  const faults = imports.filter(
    ({ file, specifier }) =>
      specifier.startsWith('.') &&
      !specifier.includes('/+types/') &&
      (top(normalize(join(dirname(file), specifier))) !== top(file) || specifier.startsWith('../../../')),
  )
  expect(imports.length).toBeGreaterThan(5_000)
  expect(faults.map(show)).toEqual([])
})

/** Biome says which folder may import which (biome.jsonc), but not that it may take types alone. */
test.each([
  ['the site', /^app\//, /^#services\//],
  ['the server', /^server\//, /^#desk\//],
  ['what all import', /^shared\//, /^#site\.config\.ts$/],
  ['the desk', /^desk\//, /^#data\//],
  ['the public pages', /^app\//, /^#site\.config\.ts$/],
  ['the desk', /^desk\//, /^#site\.config\.ts$/],
])('%s takes types alone from where it may take no value: %s, %s', (_, from, of) => {
  const found = imports
    .filter(isProduct)
    .filter(({ file, specifier }) => from.test(file) && of.test(specifier))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ isTypeOnly }) => !isTypeOnly).map(show)).toEqual([])
})

/** The folders of `services/`, lowest first. The files beside them, such as `log.ts`, stand below all. */
const SERVICES = [
  ['audit', 'mail-domain', 'archive', 'estimates', 'page-faults', 'page-views', 'unmet-searches'],
  ['settings', 'pictures', 'changes'],
  ['mail'],
  ['sales'],
  ['stock', 'people'],
  ['enquiries'],
  ['deals'],
  ['import', 'articles', 'alerts'],
  ['numbers', 'retention'],
]

test('a service imports only services that stand in an earlier line of their order', () => {
  const folderOf = (path: string) => /^services\/([^/]+)\//.exec(path)?.[1] ?? ''
  const rankOf = (folder: string) => SERVICES.findIndex((line) => line.includes(folder))
  const between = imports
    .filter(isProduct)
    .filter(({ file }) => file.startsWith('services/'))
    .map((found) => {
      const path = pathOf(found)
      return { ...found, path, from: folderOf(found.file), to: folderOf(path) }
    })
    .filter(({ path, from, to }) => path.startsWith('services/') && from !== to && to !== '')
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== ''))
  expect([...folders].sort()).toEqual(SERVICES.flat().sort())
  expect(between.length).toBeGreaterThan(50)
  expect(between.filter(({ from, to }) => rankOf(to) >= rankOf(from)).map(show)).toEqual([])
})

/** Biome finds those of values. */
test('no files import one another in a circle, not even for types', () => {
  const open = new Map(files.map((file) => [file, new Set<string>()]))
  for (const found of imports) if (open.has(pathOf(found))) open.get(found.file)?.add(pathOf(found))
  for (let count = 0; count !== open.size; ) {
    count = open.size
    for (const [file, imported] of open)
      if (![...imported].some((other) => open.has(other))) open.delete(file)
  }
  expect([...open.keys()]).toEqual([])
})

test('code that all import needs nothing of Node, but in files for the server', () => {
  const faults = imports
    .filter(isProduct)
    .filter(({ file, specifier }) => file.startsWith('shared/') && specifier.startsWith('node:'))
    .filter(({ file }) => !/\.server\.tsx?$/.test(file))
  expect(faults.map(show)).toEqual([])
})

test('no two files of the product differ only in .ts and .tsx, so that a name finds one of them', () => {
  const stems = new Map<string, Set<string>>()
  for (const file of files) {
    const [, folder = '', stem = '', extension = ''] = /^([^/]+)\/(?:.*\/)?([^/]+)\.(tsx?)$/.exec(file) ?? []
    if (
      !['bench', 'scripts', 'test', 'tools'].includes(folder) &&
      !/\.(?:test|d)$|^(?:root|vite-env)$/.test(stem)
    )
      stems.set(stem, (stems.get(stem) ?? new Set()).add(extension))
  }
  expect([...stems].filter(([, extensions]) => extensions.size > 1).map(([stem]) => stem)).toEqual([])
})
