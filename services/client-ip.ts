/** Which client a request comes from, as far as X-Forwarded-For can be trusted. */
import ipaddr from 'ipaddr.js'

export interface ClientNetwork {
  /** One client: an IPv4 address, or the /64 of an IPv6 address, within which a client picks its own addresses. */
  network: string
  /**
   * `network` and the networks around it, the narrowest first: the /64, /56 and /48 of an IPv6 address, since a
   * provider hands a customer anything from a /64 to a /48 (RFC 6177); of an IPv4 address itself alone.
   */
  prefixes: [string, ...string[]]
}

export interface RequestSource {
  /** The header X-Forwarded-For. */
  forwardedFor: string | null | undefined
  /** Of the connection; empty where there is none. */
  socketAddress: string
  /** TRUST_PROXY: how many proxies of ours stand before the server. */
  trustedProxies: number
}

const IPV6_PREFIX_LENGTHS = [64, 56, 48]
/** Longer than any address with its zone, quotes, brackets and port. */
const MAX_ENTRY_LENGTH = 100
const IPV4 = /^\d{1,4}(?:\.\d{1,4}){3}$/

/**
 * Each proxy appends the address that it was asked from, so of n proxies of ours the n-th entry from the end is the
 * client. What stands before it may be forged. Where that entry is not an address, the address of the connection
 * counts, which no client can vary.
 *
 *   '6.6.6.6, 203.0.113.9' behind one proxy   203.0.113.9
 *   '[2001:db8::1]:443'                       2001:db8::/64
 */
export function clientNetwork({ forwardedFor, socketAddress, trustedProxies }: RequestSource): ClientNetwork {
  const entries = forwardedFor?.split(',') ?? []
  const entry = trustedProxies > 0 ? entries.at(-Math.min(trustedProxies, entries.length)) : undefined
  const address = parseAddress(entry) ?? parseAddress(socketAddress)
  if (!address) return { network: 'unknown', prefixes: ['unknown'] }
  const [network, ...wider] =
    address.kind() === 'ipv4'
      ? [address.toString()]
      : IPV6_PREFIX_LENGTHS.map((length) => networkOf(address, length))
  return { network: network as string, prefixes: [network as string, ...wider] }
}

const networkOf = (address: ipaddr.IPv4 | ipaddr.IPv6, length: number) =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().replace(/%.*$/, '')}/${length}`)}/${length}`

/** Takes quotes, brackets and ports as proxies write them. @returns null if it is not an address */
function parseAddress(text = ''): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > MAX_ENTRY_LENGTH) return null
  const entry = text.trim().replace(/^"(.*)"$/, '$1')
  const withPort = /^(?:\[([^[\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  // The library reads 5, 5.5 and 0x5.5.5.5 as IPv4 addresses as well; no proxy writes those.
  if (!address.includes(':') && !IPV4.test(address)) return null
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
}
