/** PostgreSQL's input rules: the integer ' 12 ' is 12, '1.5' is refused; 'yes' and 't' are true, 'maybe' is refused. */
import { integerOutOfRange, timestampOutOfRange, valueInvalid, zoneOutOfRange } from './errors.ts'
import type { ColumnType } from './schema.ts'

export function parseValue(type: ColumnType, text: string): string | number {
  switch (type) {
    case 'text':
      return text
    case 'integer':
    case 'bigint':
      return parseInteger(type, text)
    case 'boolean':
      return parseBoolean(text) ? 1 : 0
    case 'uuid':
      return parseUuid(text)
    case 'timestamptz':
      return parseTimestamp(text)
  }
}

/** A bigint above 2^53 loses precision, which is harmless: no stored value is near it. */
function parseInteger(type: 'integer' | 'bigint', text: string): number {
  if (!INTEGER.test(text)) throw valueInvalid(type, text)
  const value = BigInt(text.trim().replace('+', ''))
  if (BigInt.asIntN(type === 'integer' ? 32 : 64, value) !== value) throw integerOutOfRange(text, type)
  return Number(value)
}

const SPACE = '[ \\t\\n\\v\\f\\r]*'
const INTEGER = new RegExp(`^${SPACE}[+-]?\\d+${SPACE}$`)
const TRUE = new RegExp(`^${SPACE}(?:t|tr|tru|true|y|ye|yes|on|1)${SPACE}$`, 'i')
const FALSE = new RegExp(`^${SPACE}(?:f|fa|fal|fals|false|n|no|of|off|0)${SPACE}$`, 'i')
/** Its groups never repeat the same spaces, or a long text of them would take quadratic time. */
const TIMESTAMP = new RegExp(
  `^${SPACE}(\\d{4})-(\\d\\d?)-(\\d\\d?)(?:[ T]${SPACE}(\\d\\d?):(\\d\\d?)(?::(\\d\\d?)(?:\\.(\\d*))?)?)?(?:${SPACE}(Z|UTC|GMT|[+-]\\d\\d?(?::?\\d\\d)?))?${SPACE}$`,
  'i',
)

function parseBoolean(text: string): boolean {
  if (TRUE.test(text)) return true
  if (FALSE.test(text)) return false
  throw valueInvalid('boolean', text)
}

function parseUuid(text: string): string {
  const bare = /^\{.*\}$/.test(text) ? text.slice(1, -1) : text
  if (!/^(?:[0-9a-f]{4}-?){7}[0-9a-f]{4}$/i.test(bare)) throw valueInvalid('uuid', text)
  const digits = bare.replaceAll('-', '').toLowerCase()
  return [0, 8, 12, 16, 20].map((from, part) => digits.slice(from, [8, 12, 16, 20, 32][part])).join('-')
}

/** ISO 8601 with years of four digits; UTC unless a zone is given. Returns the format of the tables. */
function parseTimestamp(text: string): string {
  const parts = TIMESTAMP.exec(text)
  // PostgreSQL reads a minus right after the day as another part of the date.
  if (!parts || /^\s*\d+-\d+-\d+-/.test(text)) throw valueInvalid('timestamptz', text)
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const microseconds = roundToEven(Number(`0.${parts[7] || '0'}`) * 1e6)
  const zone = /^([+-])(\d\d?):?(\d\d)?$/.exec(parts[8] ?? '')
  const zoneMinutes = Number(zone?.[3] ?? 0)
  const offset = zone ? Number(`${zone[1]}1`) * (Number(zone[2]) * 60 + zoneMinutes) : 0
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  // PostgreSQL accepts 24:00 and a second of 60, and carries them over.
  const daySeconds = hour * 3600 + minute * 60 + second + microseconds / 1e6
  if (minute > 59 || second > 60 || daySeconds > 86_400) throw timestampOutOfRange(text)
  if (Math.abs(offset) >= 16 * 60 || zoneMinutes >= 60) throw zoneOutOfRange(text)
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > lastDay) throw timestampOutOfRange(text)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - offset, second + Math.floor(microseconds / 1e6))
  if (date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) throw timestampOutOfRange(text)
  const fraction = String(microseconds % 1e6)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${date.toISOString().slice(0, 19)}${fraction && `.${fraction}`}+00:00`
}

function roundToEven(value: number): number {
  const rounded = Math.round(value)
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded
}
