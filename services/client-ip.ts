import ipaddr from 'ipaddr.js'

export interface ClientNetwork {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** An IPv4 address, or the /64, /56 and /48 of an IPv6 address: providers assign any of these (RFC 6177). */
  prefixes: [string, ...string[]]
}

interface RequestSource {
  forwardedFor: string | null | undefined
  socketAddress: string
  trustedProxies: number
}

const IPV6_PREFIX_LENGTHS = [64, 56, 48]
const MAX_ENTRY_LENGTH = 100
const IPV4 = /^\d{1,4}(?:\.\d{1,4}){3}$/

/** Behind n proxies the n-th entry of X-Forwarded-For from the end is the client; earlier ones may be forged. */
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

/** Accepts quotes, brackets and ports. @returns null if it is not an address */
function parseAddress(text = ''): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > MAX_ENTRY_LENGTH) return null
  const entry = text.trim().replace(/^"(.*)"$/, '$1')
  const withPort = /^(?:\[([^[\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  // The library also reads 5, 5.5 and 0x5.5.5.5 as IPv4 addresses; no proxy writes those.
  if (!address.includes(':') && !IPV4.test(address)) return null
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
}
