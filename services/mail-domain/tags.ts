/** Parses lists such as 'v=DKIM1; k=rsa; p=…' (RFC 6376, section 3.2), which DKIM and DMARC share. */

type Tags = ReadonlyMap<string, string>

const MAX_TAGS = 64

/** @returns null if the text is not such a list, or repeats a tag */
export function parseTags(text: string): Tags | null {
  const tags = new Map<string, string>()
  const parts = text.split(';', MAX_TAGS + 1)
  if (parts.length > MAX_TAGS) return null
  for (const [index, part] of parts.entries()) {
    if (part.trim() === '') {
      // Empty only after the last semicolon.
      if (index < parts.length - 1) return null
      continue
    }
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(0, equals)).trim()
    if (!/^[a-z]\w*$/i.test(name) || tags.has(name)) return null
    tags.set(name, part.slice(equals + 1).trim())
  }
  return tags.size > 0 ? tags : null
}
