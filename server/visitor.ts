/** Who asks, as far as proxies can be believed: TRUST_PROXY says how many of them are ours. */

/**
 * The address that counts. Each proxy adds the one it hears from at the end of X-Forwarded-For, so of n proxies
 * of ours the n-th from the end is the visitor; what stands before it he may have written himself.
 */
export function visitorAddress(headers: Headers, socketAddress: string, trustedProxies: number): string {
  const told = (headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const address = trustedProxies > 0 ? (told.at(-Math.min(trustedProxies, told.length)) ?? '') : ''
  return networkOf(address || socketAddress)
}

/** One household: an IPv4 address, or the /64 that an IPv6 visitor can choose his addresses from. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address.slice(0, 64)
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`.slice(0, 64)
}
