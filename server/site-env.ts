import type { IncomingMessage } from 'node:http'

export interface SiteEnv {
  Variables: { requestId: string }
  /** Undefined for in-process requests. */
  Bindings: { incoming: IncomingMessage } | undefined
}
