/** Starts the site with Node's compile cache; `server/main.ts` does the rest. */
import { openCompileCache } from './server/compile-cache.ts'

openCompileCache()
await import('./server/main.ts')
