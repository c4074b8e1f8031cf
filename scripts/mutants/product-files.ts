import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Not the product: its tests, measurements, scripts and documentation. */
const NOT_PRODUCT = /^(?:test|bench|scripts|docs|\.ci)\/|\.test\.tsx?$|^package-lock\.json$/
const TEXT = /\.(?:css|json|mjs|sql|tsx?)$/

interface ProductFile {
  path: string
  text: string
}

/** The tracked source files of the product in a checkout. */
export function productFiles(root: string): ProductFile[] {
  return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => TEXT.test(path) && !NOT_PRODUCT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
