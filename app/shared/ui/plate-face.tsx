// Colours are attributes: the CSP allows no inline styles.

import type { ReactNode } from 'react'
import { drawPlate } from '../registration/plate-drawing.ts'

export const PLATE_INK = '#111'

export interface PlateFaceProps {
  registration: string
  className?: string
  decorative?: boolean
  title?: string
  /** The strip at the left; the characters are centred in the remaining space. */
  band?: { width: number; drawing: ReactNode }
}

export function PlateFace({
  registration,
  className,
  decorative = false,
  title = `Registration ${registration}`,
  band,
}: PlateFaceProps) {
  const { width, height, radius, path } = drawPlate(registration)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : title}
      aria-hidden={decorative || undefined}
    >
      {/* The outline is inside the plate, so that the legal margin around the characters stays free. */}
      <rect
        x=".5"
        y=".5"
        width={width - 1}
        height={height - 1}
        rx={radius}
        fill="#f5c518"
        stroke={PLATE_INK}
        strokeOpacity=".3"
      />
      {band?.drawing}
      <path d={path} fill={PLATE_INK} transform={band && `translate(${band.width / 2} 0)`} />
    </svg>
  )
}
