// The keys of a registration that have a weight in the ridge: those of the memory, and some more.
import type { BestReadings } from './best-readings.ts'
import { fold } from './memory-keys.ts'
import { hashText } from './random.ts'
import type { Shape } from './shape.ts'

type Words = Pick<BestReadings, 'top' | 'firstName' | 'word'>

/** One hash of 32 bits for each kind of key. */
export function ridgeKeysOf(shape: Shape, readings: Words, memoryKeys: readonly string[]): Uint32Array {
  return Uint32Array.from([...memoryKeys, ...furtherKeys(shape, readings)], hashText)
}

// The kinds were chosen by the auctions of July to December 2023 alone, with the earlier ones as training.
function furtherKeys(shape: Shape, { top, firstName, word }: Words): string[] {
  const { registration, system, letters, figures, group, yearLetter, format } = shape
  const folded = fold(registration)
  // A155SHA → AISHA
  const skeleton = folded.replace(/(.)\1+/g, '$1')
  return [
    skeleton.slice(0, 5),
    skeleton.slice(0, 4),
    inOrder(folded),
    inOrder(letters),
    figures,
    `${group}:${yearLetter}`,
    `${group}:${figures}`,
    `${group}:${figures.slice(0, 1)}`,
    `${format}:${group}`,
    `${system}:${group.slice(0, 2)}`,
    `${system}:${yearLetter}${group.slice(0, 2)}`,
    `${format}:${yearLetter}${group.slice(0, 1)}`,
    `${system}:${yearLetter}${figures}`,
    `${format}:${top.word}`,
    firstName.word,
    word.word,
  ]
}

const inOrder = (text: string) => [...text].sort().join('')
