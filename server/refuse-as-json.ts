import { NO_STORE } from '#shared/text/no-store.ts'

export const refuseAsJson = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers: { ...NO_STORE, ...headers } })
