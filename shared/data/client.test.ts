import { expect, it } from 'vitest'
import { createBackendClient } from './client.ts'

it('the key is sent as the key and as a bearer token', async () => {
  const sent: Headers[] = []
  const client = createBackendClient(
    { url: 'https://backend.test', key: 'e30.e30.c2ln' },
    async (_, init) => {
      sent.push(new Headers(init?.headers))
      return Response.json([])
    },
  )
  await client.from('plates').select()
  expect(sent.map((headers) => [headers.get('apikey'), headers.get('Authorization')])).toEqual([
    ['e30.e30.c2ln', 'Bearer e30.e30.c2ln'],
  ])
})
