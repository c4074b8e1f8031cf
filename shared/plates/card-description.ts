/** About three lines of a card. */
const MAX_LENGTH = 150

/** Not "St. Andrews", "No. 1" or "Smith & Co. Ltd.". */
const SENTENCE_END =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|St|No|Co|Ltd|vs|approx|e\.g|i\.e))[.!?]["”’')]*(?=\s+["“‘'(]?[\p{Lu}\d£])/gu

/** As many whole sentences as fit a card, but always the first one. */
export function cardDescription(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTH) return text
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index, 0: end }) => index + end.length)
  return text.slice(0, ends.findLast((end) => end <= MAX_LENGTH) ?? ends[0])
}
