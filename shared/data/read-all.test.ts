import { expect, test } from 'vitest'
import { DataError } from './data-error.ts'
import { readPages } from './read-all.ts'

test('a backend that answers every page with the same rows is reported instead of being read forever', async () => {
  const same: Parameters<typeof readPages>[0] = () =>
    Object.assign(Promise.resolve({ data: [{ name: 'other' }], error: null, status: 200 }), {
      order: same,
      limit: same,
      gt: same,
      gte: same,
    }) as unknown as ReturnType<typeof same>
  await expect(Array.fromAsync(readPages(same))).rejects.toThrow(DataError)
})
