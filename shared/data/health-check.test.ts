import { expect, it } from 'vitest'
import { isBackendReachable } from './health-check.ts'

const backend = { url: 'https://backend.test/rest/v1', key: 'public' }

it('the health check sends one HEAD request to the root with the public key', async () => {
  const asked: [unknown, RequestInit | undefined][] = []
  const isReachable = await isBackendReachable(backend, async (input, init) => {
    asked.push([input, init])
    return new Response(null)
  })
  expect(isReachable).toBe(true)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.[0]).toBe('https://backend.test/rest/v1/')
  expect(asked[0]?.[1]).toMatchObject({ method: 'HEAD', headers: { apikey: 'public' } })
})

it('the health check treats a 4xx as available and a 5xx as unavailable', async () => {
  const answering = (status: number) =>
    isBackendReachable(backend, async () => new Response(null, { status }))
  expect(await answering(401)).toBe(true)
  expect(await answering(500)).toBe(false)
  expect(await answering(503)).toBe(false)
})

it('the health check treats an unreachable or unresponsive backend as unavailable', async () => {
  expect(await isBackendReachable(backend, () => Promise.reject(new TypeError('fetch failed')))).toBe(false)
  expect(await isBackendReachable(backend, () => new Promise(() => {}), 20)).toBe(false)
})
