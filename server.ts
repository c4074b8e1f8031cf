/** Starts the site: `server/main.ts`, with what was compiled of it before. */
import { openCompileCache } from './server/compile-cache.ts'

openCompileCache()
await import('./server/main.ts')
