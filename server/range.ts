/**
 * Whether a request has a Range header that the server supports (RFC 9110, 14.1.2). Others are ignored: other units, an
 * end before the start, several ranges, and If-Range, which the server cannot check.
 *
 *   'bytes=0-4', 'bytes=9-', 'bytes=-5'                     yes
 *   'bytes=5-1', 'bytes=0-0,1-1', 'items=0-1', '0-'         no
 */
export function hasSingleRange(headers: Headers): boolean {
  const range = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i.exec(headers.get('Range') ?? '')
  if (!range || headers.has('If-Range')) return false
  const [, first, last] = range
  return !first || !last || Number(first) <= Number(last)
}
