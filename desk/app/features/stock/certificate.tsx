import type { StockPlate } from '#services/stock/stock-types.ts'
import { daysUntil, shortDay } from '../../ui/dates.ts'

/** The same threshold as on Today. */
const WARNING_DAYS = 60

type Document = Pick<StockPlate, 'document' | 'documentExpiresOn'>

/** 'V750 to 3 Feb 2027', marked if it expires soon or has expired. */
export function Certificate({ plate, today }: { plate: Document; today: string }) {
  const { document, documentExpiresOn: day } = plate
  if (!document) return null
  const name = document === 'vehicle' ? 'On a vehicle' : document
  if (!day) return <span key={name}>{name}</span>
  const days = daysUntil(day, today)
  return (
    <span key={`${name} ${day}`}>
      {name}{' '}
      <span className={`whitespace-nowrap ${days <= WARNING_DAYS ? 'waits' : ''}`}>
        {`${days < 0 ? 'ended' : 'to'} ${shortDay(day)}`}
      </span>
    </span>
  )
}
