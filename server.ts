/** Starts the site: `server/main.ts`, with what was compiled of it before. */
import { keepCompiled } from './server/compile-cache.ts'

keepCompiled()
await import('./server/main.ts')
