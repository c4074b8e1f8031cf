/** The child process that resizer.ts starts for one picture, which is untrusted input. */
import { makeFiles, restrictTo } from './make-files.ts'
import type { ToResize } from './resizer.ts'

process.once('message', async ({ bytes, format }: ToResize) => {
  restrictTo(format)
  const made = await makeFiles(bytes, format)
  process.send?.(made, () => process.disconnect())
})
