import { openCompileCache } from './compile-cache.mjs'

openCompileCache()
await import('./cli/main.ts')
