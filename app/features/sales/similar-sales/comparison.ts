// What a comparison needs, the dictionary included: one file, loaded with the first comparison.

export { readCandidates, readSameFormat } from './candidates.ts'
export { isPartOfWord, likenessOf } from './closeness.ts'
