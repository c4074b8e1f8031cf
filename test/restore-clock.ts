import { afterEach, vi } from 'vitest'

// Files share a worker, and Vitest puts back mocks, globals and the environment by itself, but not the clock.
afterEach(() => void vi.useRealTimers())
