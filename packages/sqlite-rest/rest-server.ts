import type { RawRequest } from './request.ts'
import type { RestResponse } from './response.ts'

/** What answers /rest/v1. */
export interface RestServer {
  readonly anonKey: string
  /** `client` identifies the queue turn for slow reads. Never rejects. */
  fetch(request: Request, context?: { client?: string }): Promise<Response>
  /**
   * Like `fetch` in half of the time: without `Request` and `Response`, and synchronous where possible. Never throws.
   */
  handle(raw: RawRequest): RestResponse | Promise<RestResponse>
}
