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

it.each([
  ['a token', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
  ['a publishable key of Supabase', 'sb_publishable_1', null],
  ['a secret key of Supabase', 'sb_secret_1', null],
])('%s is sent as the key, and as a bearer token only if it is a token', async (_, key, bearer) => {
  const sent: Headers[] = []
  const client = createBackendClient({ url: 'https://backend.test', key }, async (_input, init) => {
    sent.push(new Headers(init?.headers))
    return Response.json([])
  })
  await client.from('plates').select()
  expect(sent.map((headers) => [headers.get('apikey'), headers.get('Authorization')])).toEqual([
    [key, bearer],
  ])
})
