/** A longer sentence is cut, and an amount at its end with it, so the fields take no more. */
export const MAX_SENTENCE_LENGTH = 160
