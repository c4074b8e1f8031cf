/** What the page of a plate for sale says of the document that the firm holds. Visitors see no other private column. */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { shortDay } from '#shared/text/format.ts'
import { londonDay } from '../london-time.ts'
import { toStockPlate } from './stock-rows.ts'
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

/** @param client with the service key */
export async function readCertificate(
  client: BackendClient,
  plateId: string,
  now: Date,
): Promise<string | null> {
  const [row] = requireRows(await client.from('stock').select('*').eq('id', plateId).eq('is_available', true))
  return row ? describeCertificate(toStockPlate(row), londonDay(now)) : null
}
