/**
 * Selectors of DKIM keys, which DNS does not list: people type them, or paste the signature of an email that they
 * received.
 */
import { toDomain } from './domain-name.ts'

export const MAX_SELECTORS = 5

const SELECTOR = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i

type ReadSelectors =
  | { ok: true; selectors: string[]; signedBy: string | null }
  | { ok: false; message: string }

/**
 * 'google, s1' gives both; 'DKIM-Signature: v=1; d=plates.example; s=s1; …' gives s1 and the domain plates.example.
 * 'not a selector!' is refused.
 */
export function readSelectors(text: string): ReadSelectors {
  const trimmed = text.trim().slice(0, 10_000)
  const unfolded = trimmed.replace(/\r?\n[ \t]+/g, ' ')
  const header = /(?:^|\n)[ \t]*(?:DKIM-Signature:)?([^\n]*\bb=[^\n]*)/i.exec(unfolded)?.[1]
  const named = header === undefined ? null : /(?:^|;)\s*s\s*=\s*([^;\s]+)/.exec(header)?.[1]
  if (header !== undefined && named) {
    const signedBy = toDomain(/(?:^|;)\s*d\s*=\s*([^;\s]+)/.exec(header)?.[1] ?? '')
    return isSelector(named)
      ? { ok: true, selectors: [named.toLowerCase()], signedBy }
      : {
          ok: false,
          message: 'The s= of this signature is not a selector. Copy the whole DKIM-Signature line again.',
        }
  }
  const words = trimmed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase().replace(/\._domainkey\b.*$/, ''))
  const odd = words.find((word) => !isSelector(word))
  if (odd !== undefined)
    return {
      ok: false,
      message: `“${odd.slice(0, 60)}” is not a selector. Selectors have letters, digits and hyphens, such as google or s1.`,
    }
  const selectors = [...new Set(words)]
  if (selectors.length > MAX_SELECTORS)
    return { ok: false, message: `Enter ${MAX_SELECTORS} selectors at most.` }
  return { ok: true, selectors, signedBy: null }
}

export const isSelector = (word: string): boolean => word.length <= 128 && SELECTOR.test(word)
