import { expect, it } from 'vitest'
import { createBackendClient } from './client.ts'

it.each([
  ['https://project.supabase.co/rest/v1', 'https://project.supabase.co/rest/v1/plates?select=*'],
  ['http://127.0.0.1:3001', 'http://127.0.0.1:3001/plates?select=*'],
  ['http://127.0.0.1:3001/', 'http://127.0.0.1:3001/plates?select=*'],
])('the plates are read at %s from %s', async (url, asked) => {
  const addresses: string[] = []
  const client = createBackendClient({ url, key: 'key' }, async (input) => {
    addresses.push(String(input))
    return Response.json([])
  })
  await client.from('plates').select()
  expect(addresses).toEqual([asked])
})
