/** What the doctor finds in the stock that is on sale. */
import { formatNumber } from '../../app/shared/format.ts'
import { parseRegistration } from '../../app/shared/registration/registration.ts'
import { CALL } from '../define-command.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { type Finding, fault, good, look } from './checks.ts'

/** More are counted, not named. */
const NAMED = 12

export function* checkStock(rows: Record<string, unknown>[]): Generator<Finding, void> {
  const plates = rows.filter((row) => row.is_available === true)
  if (plates.length === 0) yield look('There is nothing on sale.')
  const demonstration = plates.filter((row) => row.is_demonstration === true)
  // What is made up is told once, and not again for each of its gaps.
  const own = plates.filter((row) => row.is_demonstration !== true)
  const free = own.filter((row) => !(Number(row.price) > 0))
  const doubtful = own.filter((row) => !parseRegistration(String(row.plate_number)).ok)
  const respelt = own.filter((row) => spelling(row) !== null)
  const blank = own.filter((row) => isBlank(row.description) && isBlank(row.detailed_description))

  if (demonstration.length > 0)
    yield fault(
      `${plural(demonstration.length)} on sale made up for demonstration: ${CALL} plates clear-demo`,
    )
  if (free.length > 0) yield fault(`${plural(free.length)} on sale for nothing.`, names(free))
  if (doubtful.length > 0)
    yield look(
      `${plural(doubtful.length)} of no system we know.`,
      names(doubtful, (row) => {
        const parsed = parseRegistration(String(row.plate_number))
        return parsed.ok ? '' : `: ${parsed.reason}`
      }),
    )
  if (respelt.length > 0)
    yield look(
      `${plural(respelt.length)} not in the usual spelling, by which visitors find them.`,
      names(respelt, (row) => `: usually ${spelling(row)}`),
    )
  if (blank.length > 0) yield look(`${plural(blank.length)} without a description.`, names(blank))
  if (own.length > 0 && free.length === 0)
    yield good(`${formatNumber(own.length)} plates of your own are on sale.`)
}

const plural = (count: number) => (count === 1 ? 'One plate is' : `${formatNumber(count)} plates are`)

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

function spelling({ plate_number }: Record<string, unknown>): string | null {
  const parsed = parseRegistration(String(plate_number))
  return parsed.ok && parsed.registration.text !== plate_number ? parsed.registration.text : null
}

function names(
  rows: Record<string, unknown>[],
  more: (row: Record<string, unknown>) => string = () => '',
): string[] {
  const named = rows.slice(0, NAMED).map((row) => `${escapeTerminal(row.plate_number)}${more(row)}`)
  return rows.length > NAMED ? [...named, `and ${formatNumber(rows.length - NAMED)} more`] : named
}
