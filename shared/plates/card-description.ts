/** About three lines of a card. */
const MAX_LENGTH = 150

const SENTENCE_END = /[.!?]["”’')]*(?=\s+["“‘'(]?[\p{Lu}\d£])/gu

/** "St. Andrews", "No. 1" or "Smith & Co. Ltd." goes on. */
const ABBREVIATION = /\b(?:Mr|Mrs|Ms|Dr|St|No|Co|Ltd|vs|approx|e\.g|i\.e)$/

/** As many whole sentences as fit a card, but always the first one. */
export function cardDescription(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTH) return text
  const ends = [...text.matchAll(SENTENCE_END)]
    .filter(({ index }) => !ABBREVIATION.test(text.slice(0, index)))
    .map(({ index, 0: end }) => index + end.length)
  return text.slice(0, ends.findLast((end) => end <= MAX_LENGTH) ?? ends[0])
}
