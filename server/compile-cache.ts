import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps what Node makes of our sources, which halves a start: beside the build, or, since Node takes it from the same
 * user alone, in the folder that systemd keeps for a service (CacheDirectory=). Where neither may be written to,
 * everything is compiled at each start as ever. To be called before anything large is imported.
 */
export function openCompileCache() {
  const beside = fileURLToPath(new URL('../build/compiled', import.meta.url))
  enableCompileCache(process.env.CACHE_DIRECTORY ?? beside)
}
