/** Lower-case words without accents: 'Zoë’s plates' gives zoe, s and plates. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

const STOP_WORDS = new Set(
  'a an and are at be by can do does for from how i in is it my of on or the to what when where which who why with you your'.split(
    ' ',
  ),
)

/** The words of a search that say what it is about: 'how long does it take' gives long and take. */
export const subjectWordsOf = (search: string): string[] =>
  wordsOf(search).filter((word) => !STOP_WORDS.has(word))

/** Also matches plurals, and prefixes of four letters or more: 'fees' finds fee, 'valu' valuation. */
export function isWord(known: string, searched: string): boolean {
  const stem = searched.length > 3 ? searched.replace(/s$/, '') : searched
  return known === searched || known === stem || (stem.length >= 4 && known.startsWith(stem))
}
