import { openCompileCache } from './services/compile-cache.ts'

openCompileCache() // before the large imports of main.ts
await import('./server/main.ts')
