import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The link that calls the first number of what people type, which pages show as it was typed. Extensions are not dialled.
 *
 *   '+44 (0)7700 900123', '07700 900123 ext 12', '07700 900123 or 020 7946 0000'  → 'tel:+447700900123'
 *   '123', 'after six'                                                            → null
 */
export function telephoneLink(typed: string): string | null {
  const words = typed.replace(/[/;|]/g, ' / ').trim().split(/\s+/)
  // Two numbers together are none, so the end goes until one is left.
  for (let count = words.length; count > 0; count--) {
    const found = parsePhoneNumberFromString(words.slice(0, count).join(' '), 'GB')
    if (found?.isPossible()) return `tel:${found.number}`
  }
  return null
}
