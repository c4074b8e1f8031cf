import { notOneRow, offsetBeyond, type RestError } from './errors.ts'
import type { ReadBody, ReadResult } from './execute.ts'
import type { ReadPlan } from './plan.ts'
import type { Preferences } from './request.ts'

export interface RestResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: ReadBody | null
}

const JSON_TYPE = 'application/json; charset=utf-8'
const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8'

export function readResponse(plan: ReadPlan, result: ReadResult, preferences: Preferences): RestResponse {
  const { rows, total } = result
  const headers = applied([preferences.count, preferences.handling])
  if (plan.wantsObject && rows !== 1) throw notOneRow(rows)
  if (total !== null && plan.offset > total) throw offsetBeyond(plan.exactOffset, total, headers)
  const range = rows > 0 ? `${plan.offset}-${plan.offset + rows - 1}` : '*'
  headers['Content-Type'] = plan.wantsObject ? OBJECT_TYPE : JSON_TYPE
  headers['Content-Range'] = `${range}/${total ?? '*'}`
  const body = plan.wantsRows ? (plan.wantsObject ? withoutBrackets(result.body) : result.body) : null
  return { status: total !== null && rows < total ? 206 : 200, headers, body }
}

const withoutBrackets = (body: ReadBody) =>
  typeof body === 'string' ? body.slice(1, -1) : body.subarray(1, -1)

export function functionResponse(body: ReadBody): RestResponse {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE, 'Content-Range': '0-0/*' }, body }
}

function applied(preferences: (string | undefined)[]): Record<string, string> {
  const followed = preferences.filter((preference) => preference !== undefined)
  return followed.length > 0 ? { 'Preference-Applied': followed.join(', ') } : {}
}

export function rootResponse(method: string): RestResponse {
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE },
    body: method === 'HEAD' ? null : '{"name":"plateworthy","contract":"postgrest"}',
  }
}

/** All four keys are always present: postgrest-js takes a 404 without them for a success. */
export function errorResponse(error: RestError, method: string): RestResponse {
  const { code, details, hint, message } = error
  return {
    status: error.status,
    headers: { 'Content-Type': JSON_TYPE, ...error.headers },
    body: method === 'HEAD' ? null : JSON.stringify({ code, details, hint, message }),
  }
}
