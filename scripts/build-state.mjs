// Whether build/ was made from the sources as they are now. scripts/setup.mjs builds only where it was not, and
// the suites that run the built site refuse to test another one. Plain JavaScript for Node 20, without a package.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'app',
  'content',
  'public',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Where a build says, as its last step, what it was made from. */
export const BUILD_STAMP = '.built-from'

export const hashOfSources = (root = ROOT) => hash(root, SOURCES)

/** One sha256 over the names and contents of files and folders; times of files do not survive a clone. */
export function hash(root, paths) {
  const sum = createHash('sha256')
  const visit = (path) => {
    const file = join(root, path)
    if (!existsSync(file)) return
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) visit(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) {
      sum.update(`${path}\0`).update(readFileSync(file))
    }
  }
  paths.forEach(visit)
  return sum.digest('hex')
}

/** What is wrong with the build, as a sentence that says what to do, or null. */
export function findBuildFault(root = ROOT) {
  const stamp = join(root, 'build', BUILD_STAMP)
  if (!existsSync(stamp))
    return 'The site is not built, and this suite tests the built site: run `npm run build`.'
  if (readFileSync(stamp, 'utf8') === hashOfSources(root)) return null
  return 'The build is older than the sources, and this suite tests the built site: run `npm run build`.'
}

let isChecked = false

/** To be called before the built site is started for a test. @throws Error where the build is stale or missing */
export function requireBuild() {
  if (isChecked) return
  const fault = findBuildFault()
  if (fault) throw new Error(fault)
  isChecked = true
}

/** The global setup of Playwright, whose journeys all need the build. */
export default requireBuild
