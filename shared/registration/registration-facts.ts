import { isoToday, MONTHS, monthBefore } from '../text/format.ts'
import { type Reading, SYSTEM_NAMES, type System } from './registration.ts'
import { AREAS, MEMORY_TAGS, NORTHERN_IRELAND } from './registration-areas.ts'

export interface RegistrationFacts {
  format: string
  place: { code: string; name: string } | null
  /** 'YYYY' or 'YYYY-MM'; null for an open or unknown bound. */
  period: { from: string | null; to: string | null; text: string } | null
  vehicles: { may: 'any' | 'from' | 'island' | 'none'; from: string | null; text: string }
  sentences: string[]
}

type Place = RegistrationFacts['place']
type Period = RegistrationFacts['period']
type Vehicles = RegistrationFacts['vehicles']

// Each letter with its first month. The dash is the end of the system.
const SUFFIX_YEARS =
  'A1963-02 B1964-01 C1965-01 D1966-01 E1967-01 F1967-08 G1968-08 H1969-08 J1970-08 K1971-08 L1972-08 M1973-08 ' +
  'N1974-08 P1975-08 R1976-08 S1977-08 T1978-08 V1979-08 W1980-08 X1981-08 Y1982-08 -1983-08'
const PREFIX_YEARS =
  'A1983-08 B1984-08 C1985-08 D1986-08 E1987-08 F1988-08 G1989-08 H1990-08 J1991-08 K1992-08 L1993-08 M1994-08 ' +
  'N1995-08 P1996-08 R1997-08 S1998-08 T1999-03 V1999-09 W2000-03 X2000-09 Y2001-03 -2001-09'

/**
 * H34 VEN → Prefix; EN, Manchester; August 1990 to July 1991; vehicles first registered from August 1990 on
 * @param today 'YYYY-MM-DD', for figures that are still to be issued
 */
export function describeRegistration(reading: Reading, today = isoToday()): RegistrationFacts {
  const place = placeOf(reading)
  const issued = periodOf(reading)
  const future = issued?.from && issued.from > today ? spokenDate(issued.from) : null
  const period = issued && future ? { ...issued, text: `not before ${future}` } : issued
  const vehicles = vehiclesFor(reading, period)
  const sentences = [
    opening(reading),
    placeSentence(reading, place),
    periodSentence(reading, period, future !== null),
    vehicles.text,
  ]
  return {
    format: SYSTEM_NAMES[reading.system],
    place,
    period,
    vehicles,
    sentences: sentences.filter((s) => s !== ''),
  }
}

const areaLetters = ({ system, letters }: Reading) =>
  system === 'suffix' ? letters.slice(0, 3) : system === 'prefix' ? letters.slice(1) : letters

const yearLetter = ({ system, letters }: Reading) => letters.at(system === 'suffix' ? -1 : 0) ?? ''

function placeOf(reading: Reading): Place {
  if (reading.system === 'current') {
    const code = reading.letters.slice(0, 2)
    // Scotland ran out of SN07 in 2007 and continued with these.
    if (reading.digits === '07' && /^T[NKF]$/.test(code)) return { code, name: 'Scotland' }
    // Take the last range that fits: the Isle of Wight's HW lies within Portsmouth's.
    const tag = MEMORY_TAGS.findLast(([from, to]) => from <= code && code <= to)
    if (!tag) return null
    const [, , region, office] = tag
    return { code, name: region === office ? office : `${office}, ${region}` }
  }
  const code = areaLetters(reading).slice(-2)
  if (reading.system === 'northern-ireland') return named(code, NORTHERN_IRELAND[code])
  // The last two letters of dateless registrations with three letters also name the office.
  if (/^(dateless|prefix|suffix)$/.test(reading.system)) return named(code, AREAS[code])
  return null
}

const named = (code: string, name: string | undefined): Place => (name === undefined ? null : { code, name })

function periodOf(reading: Reading): Period {
  const { system, order, groups, letters, digits } = reading
  switch (system) {
    case 'suffix':
      return yearOf(SUFFIX_YEARS, yearLetter(reading))
    case 'prefix':
      return yearOf(PREFIX_YEARS, yearLetter(reading))
    case 'current': {
      const age = digits === '00' ? 100 : Number(digits)
      return age > 50
        ? between(`${1950 + age}-09`, `${1951 + age}-02`)
        : between(`${2000 + age}-03`, `${2000 + age}-08`)
    }
    case 'dateless':
      if (order === 'number-first') return between('1953', '1963')
      return between(letters.length === 3 ? '1932' : '1903', '1963')
    case 'northern-ireland':
      if (letters.length === 2) return between(order === 'number-first' ? '1958-01' : '1903-12', null)
      // It is not recorded when three letters first followed the number.
      return order === 'number-first' ? null : between('1966-01', null)
    case 'q':
      return between('1983', null)
    case 'diplomatic':
      return between('1979', null)
    case 'guernsey':
      return between(digits.startsWith('0') ? '2012' : '1908', null)
    case 'isle-of-man':
      return manxPeriod(groups)
    default:
      return null
  }
}

function yearOf(years: string, letter: string): Period {
  const entries = years.split(' ')
  const index = entries.findIndex((entry) => entry.startsWith(letter))
  const from = entries[index]?.slice(1)
  const next = entries[index + 1]?.slice(1)
  return from && next ? between(from, monthBefore(next)) : null
}

function manxPeriod(groups: string[]): Period {
  const shape = groups.map((group) => (/\d/.test(group) ? 'N'.repeat(group.length) : group)).join(' ')
  if (/^MN N+$/.test(shape)) return between('1906', '1974')
  if (/^MAN NNNN$/.test(shape)) return between('1983-05', null)
  if (/^MAN N+$/.test(shape)) return between('1935', '1936')
  if (/^NNNN MAN$/.test(shape)) return between('1985-07', '1987-08')
  if (/^N+ MAN$/.test(shape)) return between('1964-05', null)
  if (/^N+ MN$/.test(shape)) return between('1959-05', null)
  if (/^.MN N+$/.test(shape)) return between('1936-04', null)
  if (/^N+ .MN$/.test(shape)) return between('1964', null)
  if (/^MAN N+ .$/.test(shape)) return between('1974-05', '1978')
  if (/^. N+ MAN$/.test(shape)) return between('1979-01', null)
  return between('1987-08', null)
}

function between(from: string, to: string | null): Period {
  return {
    from,
    to,
    text: to === null ? `from ${spokenDate(from)} onwards` : `${spokenDate(from)} to ${spokenDate(to)}`,
  }
}

/** '1990-08' → 'August 1990'; '1953' → '1953' */
export function spokenDate(date: string): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : `${MONTHS[Number(month) - 1]} ${year}`
}

const ISLANDS: Partial<Record<System, string>> = {
  jersey: 'Jersey',
  guernsey: 'Guernsey',
  alderney: 'Alderney',
  'isle-of-man': 'the Isle of Man',
}

const NOT_TRANSFERABLE: Partial<Record<System, string>> = {
  q: 'A Q plate cannot be retained, moved to another vehicle or sold.',
  trade: 'It belongs to a trade licence, not to a vehicle, and cannot be transferred or sold.',
  diplomatic:
    'It is issued to a mission or a member of its staff, and does not pass to a vehicle’s next owner.',
  military: 'It is reserved for vehicles of the armed forces.',
}

function vehiclesFor(reading: Reading, period: Period): Vehicles {
  const island = ISLANDS[reading.system]
  if (island) return { may: 'island', from: null, text: `It is on ${island}’s register, not the DVLA’s.` }
  const obstacle = NOT_TRANSFERABLE[reading.system]
  if (obstacle) return { may: 'none', from: null, text: obstacle }
  if (period?.from && /^(suffix|prefix|current)$/.test(reading.system)) {
    const text = `It may go on any vehicle first registered in ${spokenDate(period.from)} or later, because a registration must not make a vehicle look newer than it is.`
    return { may: 'from', from: period.from, text }
  }
  return { may: 'any', from: null, text: 'It may go on a vehicle of any age.' }
}

function opening({ text, system, letters }: Reading): string {
  switch (system) {
    case 'dateless':
      return /[IZ]/.test(letters)
        ? `${text} is a dateless registration, so it does not show a vehicle’s age. The letters I and Z were reserved for Ireland.`
        : `${text} is a dateless registration, so it does not show a vehicle’s age.`
    case 'northern-ireland':
      return `${text} is a Northern Ireland registration. It does not show a vehicle’s age, so it is sold as dateless.`
    case 'q':
      return `${text} is a Q plate, issued when a vehicle’s age or identity is unknown or its parts are of different ages.`
    case 'trade':
      return `${text} is a trade plate, which motor traders and testers display on vehicles in their care.`
    case 'diplomatic':
      return `${text} is a diplomatic registration: ${letters === 'D' ? 'the D stands for a diplomat' : 'the X stands for accredited staff who are not diplomats'}.`
    case 'military':
      return `${text} has the format of a military registration.`
    case 'current':
      return `${text} is in the current style, in use since September 2001.`
    case 'isle-of-man':
      return `${text} is an Isle of Man registration.`
    case 'suffix':
    case 'prefix':
      return `${text} is a ${system} registration.`
    default:
      return `${text} is ${system === 'alderney' ? 'an' : 'a'} ${SYSTEM_NAMES[system]} registration.`
  }
}

function placeSentence({ system }: Reading, place: Place): string {
  if (!place) return ''
  if (system === 'current') return `${place.code} is a memory tag for ${place.name}.`
  if (system === 'northern-ireland') return `${place.code} is the code for ${place.name}.`
  return `${place.code} was the code for ${place.name}.`
}

function periodSentence(reading: Reading, period: Period, isFuture: boolean): string {
  if (!period) return ''
  if (reading.system === 'prefix' || reading.system === 'suffix')
    return `The year letter ${yearLetter(reading)} stands for ${period.text}.`
  if (isFuture) return `The figures ${reading.digits} are issued ${period.text}, so no vehicle has it yet.`
  if (reading.system === 'current') return `The figures ${reading.digits} stand for ${period.text}.`
  if (period.to === null) return `Registrations in this format date ${period.text}.`
  return `Registrations in this format were first issued from ${period.text}.`
}
