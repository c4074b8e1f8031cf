// Plain JavaScript for Node 20 without packages, for scripts/setup.mjs. Tests of the built site refuse a stale build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Sources of the site's and the desk's pages. */
const PAGES = [
  'app',
  'content',
  'desk',
  'public',
  'services',
  'shared',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/supported-browsers.ts',
  'package.json',
  'package-lock.json',
]
const SOURCES = [...PAGES, 'data', 'db', 'env.ts', 'packages', 'scripts/load-by-node.ts', 'server']

/** Written as the last step of a build: the hash of its sources. */
export const BUILD_STAMP = '.built-from'

export const hashOfSources = (root = ROOT) => hash(root, SOURCES)

export const PAGES_STAMP = '.pages-built-from'

export const hashOfPages = () => hash(ROOT, PAGES)

/** Hashes names and contents, since file times do not survive a clone. */
export function hash(root, paths) {
  const sum = createHash('sha256')
  const visit = (path) => {
    const file = join(root, path)
    if (!existsSync(file)) return
    if (statSync(file).isDirectory()) {
      // A leading dot: types that React Router generates.
      for (const name of readdirSync(file).sort()) if (!name.startsWith('.')) visit(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) {
      sum.update(`${path}\0`).update(readFileSync(file))
    }
  }
  paths.forEach(visit)
  return sum.digest('hex')
}

export function findBuildProblem(root = ROOT) {
  const stamp = join(root, 'build', BUILD_STAMP)
  if (!existsSync(stamp))
    return 'The site is not built, and this suite tests the built site: run `npm run build`.'
  if (readFileSync(stamp, 'utf8') === hashOfSources(root)) return null
  return 'The build is older than the sources, and this suite tests the built site: run `npm run build`.'
}

let isChecked = false

export function requireBuild() {
  if (isChecked) return
  const problem = findBuildProblem()
  if (problem) throw new Error(problem)
  isChecked = true
}

export default requireBuild
