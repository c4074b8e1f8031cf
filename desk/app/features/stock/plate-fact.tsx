import type { ReactNode } from 'react'
import { STATUS_LABELS } from '#services/stock/status-change.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { shortDay } from '../../ui/dates.ts'

interface FactProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A line of a list of facts. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** 'Reserved until 3 Dec 2026 for Ann' */
export function describeStatus({
  status,
  reservedUntil,
  reservedFor,
}: Pick<StockPlate, 'status' | 'reservedUntil' | 'reservedFor'>): string {
  const label = STATUS_LABELS[status]
  if (status !== 'reserved') return label
  const until = reservedUntil && `until ${shortDay(reservedUntil)}`
  return [label, until, reservedFor && `for ${reservedFor}`].filter(Boolean).join(' ')
}
