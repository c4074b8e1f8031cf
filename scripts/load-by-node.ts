import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OURS = /^(?:services|shared|content|data)\/.*\.ts$/
const LOADED = '\0loaded-by-node:'

/**
 * On the server, Node itself loads services and shared code, so that server, site and desk have one copy of each module:
 * an error class is the same everywhere, and a cache is filled once. Components (.tsx) are part of each build.
 */
export function loadByNode(): Plugin {
  let isDevelopment = false
  return {
    name: 'load-by-node',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    configResolved({ command }) {
      isDevelopment = command === 'serve'
    },
    resolveId(id, importer) {
      const file = id.startsWith('#')
        ? id.slice(1)
        : id.startsWith('.') && importer
          ? relative(ROOT, resolve(dirname(importer), id)).replaceAll('\\', '/')
          : ''
      if (!OURS.test(file)) return null
      return isDevelopment ? `${LOADED}${resolve(ROOT, file)}` : { id: `#${file}`, external: true }
    },
    /** The development server, which runs in this process, would load a second copy of what is named by its path. */
    async load(id) {
      if (!id.startsWith(LOADED)) return null
      const file = id.slice(LOADED.length)
      const names = Object.keys(await import(pathToFileURL(file).href))
      return `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(file)})
export const { ${names.join(', ')} } = require(${JSON.stringify(file)})`
    },
  }
}
