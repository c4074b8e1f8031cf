import { existsSync } from 'node:fs'
import { openCompileCache } from './compile-cache.mjs'

const bundle = new URL(`${process.env.BUILD_DIRECTORY ?? 'build'}/bundle/server.js`, import.meta.url)
if (!existsSync(bundle)) {
  process.stderr.write('The site is not built yet: run `npm start`, or `npm run build`.\n')
  process.exit(1)
}
openCompileCache()
await import(bundle.href)
