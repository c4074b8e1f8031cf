import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps what Node makes of our sources beside the build, which halves a start. Where that folder may not be
 * written to, or is another user's, everything is compiled at each start as ever. To be called before anything
 * large is imported.
 */
export function keepCompiled() {
  enableCompileCache(fileURLToPath(new URL('../build/compiled', import.meta.url)))
}
