/** What can be done about a certificate that expires: when it can be renewed, and by whom. */
import { addDays } from '#services/london-time.ts'
import type { ExpiringCertificate } from '#services/stock/today.ts'
import { US } from '#shared/cells/stock-cells.ts'
import { shortDay } from '../../ui/dates.ts'

/** A V750 or V778 can be renewed from so many days before it expires (content/facts, certificate-renewal-window). */
export const RENEWAL_DAYS = 28

/** 'can be renewed from 4 Jan 2027; only Ann Lee can renew it'; '' if there is nothing to say. */
export function describeRenewal({
  plate: { status, document, holder },
  expiresOn,
  daysLeft,
}: Pick<ExpiringCertificate, 'expiresOn' | 'daysLeft'> & {
  plate: Pick<ExpiringCertificate['plate'], 'status' | 'document' | 'holder'>
}): string {
  if (daysLeft < 0 || document === 'vehicle') return ''
  const opens = addDays(expiresOn, -RENEWAL_DAYS)
  const words = [daysLeft > RENEWAL_DAYS ? `can be renewed from ${shortDay(opens)}` : 'can be renewed now']
  if (holder === null) words.push('its holder is not recorded')
  else if (holder !== US) words.push(`only ${holder} can renew it`)
  else if (status === 'sold') words.push('sold, but we are still its holder')
  return words.join('; ')
}
