/**
 * Parses one range, as `bytes=0-4`, `bytes=9-` or `bytes=-5`, without If-Range. Others must be ignored (RFC 9110,
 * 14.2).
 */
export function hasSingleRange(headers: Headers): boolean {
  const range = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i.exec(headers.get('Range') ?? '')
  if (!range || headers.has('If-Range')) return false
  const [, first, last] = range
  return !first || !last || Number(first) <= Number(last)
}
