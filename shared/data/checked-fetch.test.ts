import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedFetch } from './checked-fetch.ts'

let drops = 0
const server = createServer(({ socket }, response) => {
  if (drops > 0) {
    drops -= 1
    return void socket.destroy()
  }
  setTimeout(() => response.setHeader('Content-Type', 'application/json').end('[]'), 300)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
})
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

test('a response that takes too long is given up', async () => {
  await expect(checkedFetch({ timeoutMs: 50 })(url('/rest/v1/plates'))).rejects.toThrow('within 0.05 s')
})

test('a read is sent once more if the connection is dropped, and a write is not', async () => {
  const fetch = checkedFetch({ timeoutMs: 5_000 })
  drops = 1
  expect((await fetch(url('/rest/v1/plates'))).status).toBe(200)
  drops = 2
  await expect(fetch(url('/rest/v1/plates'))).rejects.toThrow('cannot be reached')
  drops = 1
  await expect(fetch(url('/rest/v1/plates'), { method: 'POST', body: '{}' })).rejects.toThrow(
    'cannot be reached',
  )
})
