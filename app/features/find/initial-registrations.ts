import { COSTS } from '#shared/registration/look-alikes.ts'
import {
  COST_PER_CHARACTER,
  COST_PER_NUMBER,
  type FilledRegistration,
  FURTHER_FIGURE_COST,
  NUMBERS,
  REQUESTED_NUMBER_GAIN,
  SYSTEM_COSTS,
} from './fill-shapes.ts'
import type { OfferedSystem } from './registration-shapes.ts'
import type { Name } from './wanted.ts'

/** Never used in Great Britain. */
const IRISH = /[IZ]/

/** A year letter that is not one of the initials themselves. */
const FIRST_YEAR_LETTER = 'A'
const OWN_YEAR_LETTER_COST = 0.2

/**
 * Three initials with a number, and with a number and a year letter: 'DJB' gives DJB 1, 1 DJB, A1 DJB, DJB 1A. Nothing
 * stands for another letter: DJ 8 is not DJB.
 */
export function initialRegistrations(
  { compact, number }: Pick<Name, 'compact' | 'number'>,
  initials: string,
): Map<string, FilledRegistration> {
  const found = new Map<string, FilledRegistration>()
  const at = compact.indexOf(initials)
  const places = [...initials].map((_, index) => at + index)
  const add = (system: OfferedSystem, before: string, after: string, cost: number) => {
    const text = before + initials + after
    const isRead = [...text].map((_, index) => index >= before.length && index < text.length - after.length)
    found.set(text, {
      compact: text,
      system,
      cost: cost + SYSTEM_COSTS[system] + COST_PER_CHARACTER * text.length,
      reads: initials,
      isRead,
      places,
    })
  }
  const isIrish = IRISH.test(initials)
  for (const [figure, cost] of numbersFor(number)) {
    add(isIrish ? 'northern-ireland' : 'dateless', '', figure, cost)
    add(isIrish ? 'northern-ireland' : 'dateless', figure, '', cost)
    for (const letter of new Set([FIRST_YEAR_LETTER, initials.charAt(0), initials.charAt(2)])) {
      const dated = cost + COSTS.letterBeside + (letter === FIRST_YEAR_LETTER ? 0 : OWN_YEAR_LETTER_COST)
      add('prefix', letter + figure, '', dated)
      add('suffix', '', figure + letter, dated)
    }
  }
  return found
}

function numbersFor(requested: string | null): [figure: string, cost: number][] {
  const costOf = (figure: string, rank: number) =>
    COSTS.figureBeside + (figure.length - 1) * FURTHER_FIGURE_COST + rank * COST_PER_NUMBER
  const popular = Object.values(NUMBERS).flatMap((figures) =>
    figures.map((figure, rank): [string, number] => [figure, costOf(figure, rank)]),
  )
  return requested === null
    ? popular
    : [
        ...popular.filter(([figure]) => figure !== requested),
        [requested, costOf(requested, 0) - REQUESTED_NUMBER_GAIN],
      ]
}
