// Put into the site's process by scripts/chaos/memory.ts: tells its memory, after a collection, when asked.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.channel?.unref()
