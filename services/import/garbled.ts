/** Text whose UTF-8 was read as Windows-1252: 'SiÃ¢n' for 'Siân', 'Â£' for '£', 'â€™' for '’'. */

const decoder = new TextDecoder('windows-1252')
const BYTES = new Map(
  Array.from({ length: 128 }, (_, index) => [decoder.decode(Uint8Array.of(index + 128)), index + 128]),
)

const LATER = [...BYTES.keys()]
  .slice(0, 64)
  .join('')
  .replace(/[\\\]^-]/g, '\\$&')
/** The first characters of such sequences; others are likelier to be letters before a punctuation mark. */
const SEQUENCE = new RegExp(`[ÂÃÅÄ][${LATER}]|â[${LATER}]{2}|ð[${LATER}]{3}`, 'g')

/** @returns null for a text that is not garbled */
export function mendGarbled(text: string): string | null {
  if (!/[ÂÃÅÄâð]/.test(text)) return null
  // A file that was saved twice is garbled twice.
  const mended = mendOnce(mendOnce(text))
  return mended === text ? null : mended
}

const mendOnce = (text: string) =>
  text.replace(SEQUENCE, (garbled) => {
    const bytes = Uint8Array.from(garbled, (character) => BYTES.get(character) ?? 0)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return garbled
    }
  })

/** The record with its columns mended, and one of the garbled cells; null if none is garbled. */
export function mendRecord(record: Record<string, unknown>, columns: ReadonlyMap<string, string>) {
  const mended: Record<string, unknown> = {}
  for (const name of columns.values()) {
    const text = record[name]
    const better = typeof text === 'string' ? mendGarbled(text) : null
    if (better !== null) mended[name] = better
  }
  const [name] = Object.keys(mended)
  if (name === undefined) return null
  return { record: { ...record, ...mended }, garbled: String(record[name]), better: String(mended[name]) }
}
