import type { Sale } from './sale.ts'

const MOST = 6
const SHORTEST = 2

/** Registrations that resemble the search but do not contain it, closest first: 'jb1' → JB 1, 'SINGH' → S1 NGH */
export function searchSuggestions(records: readonly Sale[], search: string): string[] {
  const typed = compact(search)
  if (typed.length < SHORTEST) return []
  const skeleton = fold(typed)
  const term = search.toLowerCase()
  const near = new Map<string, number>()
  for (const { registration } of records) {
    if (near.has(registration) || registration.toLowerCase().includes(term)) continue
    const compacted = compact(registration)
    const likeness =
      compacted === typed
        ? 0
        : compacted.includes(typed)
          ? 1
          : fold(compacted) === skeleton
            ? 2
            : fold(compacted).includes(skeleton)
              ? 3
              : 4
    if (likeness < 4) near.set(registration, likeness)
  }
  return [...near]
    .sort(
      ([one, first], [other, second]) =>
        first - second || one.length - other.length || (one < other ? -1 : 1),
    )
    .slice(0, MOST)
    .map(([registration]) => registration)
}

function compact(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

const LETTER_LIKE: Record<string, string> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  3: 'E',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
}

function fold(registration: string): string {
  return registration.replace(/\d/g, (digit) => LETTER_LIKE[digit] ?? digit)
}
