/** From a result or a refusal to the `Response` that PostgREST would give. */
import { notOneRow, offsetBeyond, type Refusal } from './errors.ts'
import type { ReadResult } from './execute.ts'
import type { ReadPlan } from './plan.ts'
import type { Preferences } from './request.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export function readResponse(plan: ReadPlan, result: ReadResult, preferences: Preferences): Response {
  const { rows, total } = result
  const headers: Record<string, string> = preferences.applied
    ? { 'Preference-Applied': preferences.applied }
    : {}
  if (plan.wantsObject && rows !== 1) throw notOneRow(rows)
  if (total !== null && plan.offset > total) throw offsetBeyond(plan.offset, total, headers)
  const range = rows > 0 ? `${plan.offset}-${plan.offset + rows - 1}` : '*'
  headers['Content-Type'] = plan.wantsObject ? 'application/vnd.pgrst.object+json; charset=utf-8' : JSON_TYPE
  headers['Content-Range'] = `${range}/${total ?? '*'}`
  const body = plan.wantsRows ? (plan.wantsObject ? result.body.slice(1, -1) : result.body) : null
  return new Response(body, { status: total !== null && rows < total ? 206 : 200, headers })
}

/** The root: enough for a probe. */
export function rootResponse(method: string): Response {
  return new Response(method === 'HEAD' ? null : '{"name":"plateworthy","contract":"postgrest"}', {
    headers: { 'Content-Type': JSON_TYPE },
  })
}

/** A refusal always carries its four keys: the client takes a 404 without them for a success. */
export function refusalResponse(refusal: Refusal, method: string): Response {
  const { code, details, hint, message } = refusal
  return new Response(method === 'HEAD' ? null : JSON.stringify({ code, details, hint, message }), {
    status: refusal.status,
    headers: { 'Content-Type': JSON_TYPE, ...refusal.headers },
  })
}
