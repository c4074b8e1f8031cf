/** PostgREST reads the token. A Supabase project's gateway reads `apikey`, and its keys of today are no tokens. */
export const keyHeaders = (key: string): Record<string, string> =>
  key.startsWith('sb_') ? { apikey: key } : { apikey: key, Authorization: `Bearer ${key}` }
