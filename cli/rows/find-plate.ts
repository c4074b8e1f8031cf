import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { parseRegistration } from '../../app/shared/registration/registration.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Row } from './table-specs.ts'

/** By any spelling of the registration, on sale or not. @throws CliError if there is none */
export async function findPlateRow(client: BackendClient, registration: string): Promise<Row> {
  const parsed = parseRegistration(registration)
  const spellings = [
    registration,
    registration.trim().toUpperCase(),
    ...(parsed.ok ? [parsed.registration.text] : []),
  ]
  for (const spelling of new Set(spellings.filter((entry) => !entry.includes('\0')))) {
    const { data, error, status } = await client
      .from('plates')
      .select('*')
      .eq('plate_number', spelling)
      .limit(1)
    if (error) throw new DataError(error, status)
    if (data[0]) return data[0] as Row
  }
  throw new CliError(
    `There is no plate ${escapeTerminal(parsed.ok ? parsed.registration.text : registration)} in the stock.`,
  )
}

export async function changePlate(client: BackendClient, id: unknown, columns: Row): Promise<void> {
  const { error, status } = await client.from('plates').update(columns).eq('id', String(id))
  if (error?.code === '23505') throw new CliError('Another plate of the stock has that registration.')
  if (error) throw new DataError(error, status)
}
