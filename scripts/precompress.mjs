import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

for (const entry of readdirSync(join(process.argv[2] ?? 'build', 'client'), {
  recursive: true,
  withFileTypes: true,
})) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest|xml)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const content = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(content))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
