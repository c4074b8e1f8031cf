import type { Row } from '#data/tables.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { plural } from '#shared/text/format.ts'
import { CALL } from '../define-command.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { type Finding, firstOf, ok, problem, warn } from './finding.ts'

const MAX_NAMED = 12

type Plate = Row<'plates'>

export function* checkStock(rows: readonly Plate[]): Generator<Finding, void> {
  const plates = rows.filter((row) => row.isAvailable)
  if (plates.length === 0) yield warn('There is nothing on sale.')
  const demonstration = plates.filter((row) => row.isDemonstration)
  // Demonstration plates are reported once as a group, without their individual gaps.
  const own = plates.filter((row) => !row.isDemonstration)
  const doubtful = own.filter((row) => !parseRegistration(row.plateNumber).ok)
  const respelt = own.filter((row) => spelling(row) !== null)
  const blank = own.filter((row) => isBlank(row.description) && isBlank(row.detailedDescription))

  if (demonstration.length > 0)
    yield problem(
      `${platesAre(demonstration)} on sale from the demonstration stock: ${CALL} plates clear-demo`,
    )
  if (doubtful.length > 0)
    yield warn(
      `${platesAre(doubtful)} of no known registration system.`,
      names(doubtful, (row) => {
        const parsed = parseRegistration(row.plateNumber)
        return parsed.ok ? '' : `: ${parsed.reason}`
      }),
    )
  if (respelt.length > 0)
    yield warn(
      `${platesAre(respelt)} not in the usual spelling, which visitors search for.`,
      names(respelt, (row) => `: usually ${spelling(row)}`),
    )
  if (blank.length > 0) yield warn(`${platesAre(blank)} without a description.`, names(blank))
  if (own.length > 0)
    yield ok(`${plural(own.length, 'plate of your own is', 'plates of your own are')} on sale.`)
}

const platesAre = (rows: readonly Plate[]) => plural(rows.length, 'plate is', 'plates are')

const isBlank = (text: string | null) => text === null || text.trim() === ''

function spelling({ plateNumber }: Plate): string | null {
  const parsed = parseRegistration(plateNumber)
  return parsed.ok && parsed.registration.text !== plateNumber ? parsed.registration.text : null
}

function names(rows: readonly Plate[], more: (row: Plate) => string = () => ''): string[] {
  return firstOf(
    rows.map((row) => `${escapeTerminal(row.plateNumber)}${more(row)}`),
    MAX_NAMED,
  )
}
