/** Lower-case words without accents: 'Zoë’s plates' gives zoe, s and plates. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Also matches plurals, and prefixes of four letters or more: 'fees' finds fee, 'valu' valuation. */
export function isWord(known: string, searched: string): boolean {
  const stem = searched.length > 3 ? searched.replace(/s$/, '') : searched
  return known === searched || known === stem || (stem.length >= 4 && known.startsWith(stem))
}
