/** What the page of a plate for sale says of the document that the firm holds. Visitors see no other private column. */
import type { Reader } from '#data/tables.ts'
import { shortDay } from '#shared/text/format.ts'
import { londonDay } from '../london-time.ts'
import type { PlateDetails } from './stock-types.ts'

const NAMES: Readonly<Record<string, string>> = { V750: 'Certificate', V778: 'Retention document' }

/**
 * 'Certificate in our hands, checked 3 Nov 2026, valid to 2033'
 * @param today in London
 * @returns null unless the stock records a document in hand, when it was checked, and until when it is valid
 */
export function describeCertificate(
  {
    document,
    documentCheckedOn: checked,
    documentExpiresOn: expires,
  }: Pick<PlateDetails, 'document' | 'documentCheckedOn' | 'documentExpiresOn'>,
  today: string,
): string | null {
  const name = NAMES[document ?? '']
  if (!name || !checked || !expires || checked > today || expires < today) return null
  return `${name} in our hands, checked ${shortDay(checked)}, valid to ${expires.slice(0, 4)}`
}

export async function readCertificate(reader: Reader, plateId: string, now: Date): Promise<string | null> {
  const plate = reader.selectFrom('stock').where('id', '=', plateId).where('isAvailable', '=', true)
  const columns = ['document', 'documentCheckedOn', 'documentExpiresOn'] as const
  const row = await plate.select(columns).executeTakeFirst()
  return row ? describeCertificate(row, londonDay(now)) : null
}
