import type { Correction } from '#shared/sales/corrections.ts'

/** 'A 2' before 'A 10'. */
const inOrder = new Intl.Collator('en-GB', { numeric: true })

type Group = [Correction, ...Correction[]]

/** Groups consecutive entries of one change: same time, kind and reason. Sorted by registration within a group. */
export function groupCorrections(corrections: readonly Correction[]): Group[] {
  const groups: Group[] = []
  for (const correction of corrections) {
    const group = groups.at(-1)
    if (group && isSameChange(group[0], correction)) group.push(correction)
    else groups.push([correction])
  }
  for (const group of groups) group.sort((a, b) => inOrder.compare(a.registration, b.registration))
  return groups
}

const isSameChange = (one: Correction, other: Correction) =>
  one.at === other.at &&
  one.explorer === other.explorer &&
  one.kind === other.kind &&
  one.reason === other.reason
