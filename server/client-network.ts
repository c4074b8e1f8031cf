import type { IncomingMessage } from 'node:http'
import { type ClientNetwork, clientNetwork } from '#services/client-ip.ts'

/** Requests that the process makes itself; no limit per client applies to them. */
const IN_PROCESS: ClientNetwork = { network: '', prefixes: ['in process'] }

export type ReadClientNetwork = (
  forwardedFor: string | null | undefined,
  incoming: IncomingMessage | undefined,
) => ClientNetwork

export function createClientNetworkReader(trustedProxies: number): ReadClientNetwork {
  return (forwardedFor, incoming) => {
    if (!incoming && !forwardedFor) return IN_PROCESS
    const socketAddress = incoming?.socket?.remoteAddress ?? ''
    return clientNetwork({ forwardedFor, socketAddress, trustedProxies })
  }
}
