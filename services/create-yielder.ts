/** Runs long work in slices, between which the process answers other requests. */
import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 8

/** @returns a function to await in a loop; it pauses once a slice is used up */
export function createYielder(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < end) return undefined
    return setImmediate().then(() => {
      end = performance.now() + SLICE_MS
    })
  }
}
