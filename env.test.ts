import { describe, expect, it } from 'vitest'
import { parseEnv, restRoot } from './env.ts'

describe('where a hosted backend answers', () => {
  it.each([
    ['https://project.supabase.co', 'https://project.supabase.co/rest/v1'],
    ['https://project.supabase.co/', 'https://project.supabase.co/rest/v1'],
    ['https://data.example.co.uk', 'https://data.example.co.uk/rest/v1'],
    ['https://data.example.co.uk/rest/v1', 'https://data.example.co.uk/rest/v1'],
    ['https://data.example.co.uk/api/', 'https://data.example.co.uk/api'],
    ['http://127.0.0.1:3001/', 'http://127.0.0.1:3001'],
  ])('%s is %s', (address, root) => {
    const { BACKEND_URL = '' } = parseEnv({ BACKEND_URL: address, BACKEND_ANON_KEY: 'key' })
    expect(restRoot(BACKEND_URL)).toBe(root)
  })
})
