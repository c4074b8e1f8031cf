import { expect, onTestFinished } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { temporaryDataDir } from './temporary-folder.ts'

/** An embedded backend with the seed, which must log no error until the test ends. */
export function openTestBackend() {
  const dataDir = temporaryDataDir()
  const faults: unknown[] = []
  const backend = openBackend({ dataDir, onError: (error) => faults.push(error) })
  onTestFinished(() => {
    backend.close()
    expect(faults).toEqual([])
  })
  return { dataDir, backend }
}
