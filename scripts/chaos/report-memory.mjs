// Preloaded into the site by scripts/chaos/memory.ts: reports the memory after a garbage collection.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.channel?.unref()
