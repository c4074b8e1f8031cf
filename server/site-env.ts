import type { IncomingMessage } from 'node:http'
import type { ClientNetwork } from '#services/client-ip.ts'

export interface SiteEnv {
  Variables: { requestId: string; client: ClientNetwork }
  /** Undefined for in-process requests. */
  Bindings: { incoming: IncomingMessage } | undefined
}
