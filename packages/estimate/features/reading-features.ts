import type { BestReading, BestReadings } from '../best-readings.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Shape } from '../shape.ts'

/** The best readings: their value, cost and remaining characters. */
export function readingFeatures({ registration }: Shape, readings: BestReadings, lexicon: Lexicon) {
  const { top, second, firstName, surname, word, split } = readings
  const before = registration.slice(0, top.from)
  const after = registration.slice(top.to)
  return {
    topValue: top.value,
    topScore: top.score,
    topCost: top.cost,
    topLength: top.length,
    topFrom: top.from,
    topCovered: top.to - top.from,
    topLettersBeside: lettersIn(before) + lettersIn(after),
    topFiguresBeside: figuresIn(before) + figuresIn(after),
    topLettersBefore: lettersIn(before),
    topLettersAfter: lettersIn(after),
    topFirstName: lexicon.firstName[top.index] ?? 0,
    topSurname: lexicon.surname[top.index] ?? 0,
    topWord: lexicon.word[top.index] ?? 0,
    topAsianShare: lexicon.asianShare[top.index] ?? 0,
    topIsWhole: Number(top.index >= 0 && top.to - top.from === registration.length),
    secondValue: second.value,
    secondCost: second.cost,
    ...listFeatures('firstName', firstName, registration),
    ...listFeatures('surname', surname, registration),
    ...listFeatures('word', word, registration),
    surnameAsianShare: lexicon.asianShare[surname.index] ?? 0,
    splitValue: split.value,
    splitWords: split.words,
    splitLetters: split.wordLetters,
    splitCost: split.cost,
  }
}

type ListFeatures<List extends string> = Record<
  `${List}${'Value' | 'Score' | 'Cost' | 'Length' | 'Beside'}`,
  number
>

const listFeatures = <List extends string>(list: List, reading: BestReading, registration: string) =>
  ({
    [`${list}Value`]: reading.value,
    [`${list}Score`]: reading.score,
    [`${list}Cost`]: reading.cost,
    [`${list}Length`]: reading.length,
    [`${list}Beside`]: registration.length - (reading.to - reading.from),
  }) as ListFeatures<List>

const lettersIn = (text: string) => text.replace(/\d/g, '').length
const figuresIn = (text: string) => text.replace(/\D/g, '').length
