import { describe, expect, it } from 'vitest'
import { isArchiveSite, isBackendReachable } from './health-check.ts'

const backend = { url: 'https://backend.test/rest/v1', key: 'public' }

describe('the health check', () => {
  it('sends one HEAD request to the root with the public key', async () => {
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

  it('treats a 4xx as available and a 5xx as unavailable', async () => {
    const answering = (status: number) =>
      isBackendReachable(backend, async () => new Response(null, { status }))
    expect(await answering(401)).toBe(true)
    expect(await answering(500)).toBe(false)
    expect(await answering(503)).toBe(false)
  })

  it('treats an unreachable or unresponsive backend as unavailable', async () => {
    expect(await isBackendReachable(backend, () => Promise.reject(new TypeError('fetch failed')))).toBe(false)
    expect(await isBackendReachable(backend, () => new Promise(() => {}), 20)).toBe(false)
  })
})

describe('an archive site', () => {
  it.each([
    ['https://web.archive.org/web/20250913000000/https://www.example.co.uk/sales-explorer', true],
    ['https://archive.ph/AbCd1', true],
    ['https://archive.example.co.uk/sales-explorer', true],
    ['https://mirror.example/web/20250913im_/https://www.example.co.uk/', true],
    ['https://www.example.co.uk/info/archive', false],
    ['https://myarchive.org/', false],
    ['http://127.0.0.1:3000/web/design', false],
  ])('%s: %s', (address, expected) => {
    expect(isArchiveSite(new URL(address))).toBe(expected)
  })
})
