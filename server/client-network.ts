import type { IncomingMessage } from 'node:http'
import { type ClientNetwork, clientNetwork } from '../services/client-ip.ts'

/** The process itself makes requests without a connection; no limit per client applies to it. */
const IN_PROCESS: ClientNetwork = { network: '', prefixes: ['in process'] }

export type ReadClientNetwork = (
  forwardedFor: string | null | undefined,
  incoming: IncomingMessage | undefined,
) => ClientNetwork

/** Reads the client of a request from X-Forwarded-For and the socket, behind this many proxies of ours. */
export function clientNetworkReader(trustedProxies: number): ReadClientNetwork {
  return (forwardedFor, incoming) => {
    if (!incoming && !forwardedFor) return IN_PROCESS
    const socketAddress = incoming?.socket?.remoteAddress ?? ''
    return clientNetwork({ forwardedFor, socketAddress, trustedProxies })
  }
}
