import type { IncomingMessage } from 'node:http'

export interface SiteEnv {
  Variables: { requestId: string }
  /** Undefined for a request that was made in process. */
  Bindings: { incoming: IncomingMessage } | undefined
}
