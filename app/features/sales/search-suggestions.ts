import { compactOf, lettersForFigures } from '../../shared/registration/look-alikes.ts'
import type { Sale } from './sale.ts'

const MOST = 6
const SHORTEST = 2

/** Registrations that resemble the search but do not contain it, closest first: 'jb1' → JB 1, 'SINGH' → S1 NGH */
export function searchSuggestions(records: readonly Sale[], search: string): string[] {
  const typed = compactOf(search)
  if (typed.length < SHORTEST) return []
  const skeleton = lettersForFigures(typed)
  const term = search.toLowerCase()
  const near = new Map<string, number>()
  for (const { registration } of records) {
    if (near.has(registration) || registration.toLowerCase().includes(term)) continue
    const compacted = compactOf(registration)
    const likeness =
      compacted === typed
        ? 0
        : compacted.includes(typed)
          ? 1
          : lettersForFigures(compacted) === skeleton
            ? 2
            : lettersForFigures(compacted).includes(skeleton)
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
