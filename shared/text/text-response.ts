const HOUR_SECONDS = 3_600

export function textResponse(type: string, text: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': `public, max-age=${HOUR_SECONDS}` },
  })
}

/** `json` is text, and gets a line break at its end. */
export function jsonResponse(json: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${json}\n`, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML 1.0 cannot hold the others, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}
