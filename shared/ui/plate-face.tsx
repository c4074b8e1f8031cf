// Colours are attributes: the CSP allows no inline styles.

import type { ReactNode } from 'react'
import { drawPlate, plateColours } from '../registration/plate-drawing.ts'

export const PLATE_INK = '#111'

interface PlateFaceProps {
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
  const { ground, ink, border } = plateColours(registration)
  const inset = (border ?? 1) / 2
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
        x={inset}
        y={inset}
        width={width - 2 * inset}
        height={height - 2 * inset}
        rx={radius}
        fill={ground}
        stroke={ink}
        strokeWidth={border ?? undefined}
        strokeOpacity={border ? undefined : '.3'}
      />
      {band?.drawing}
      <path d={path} fill={ink} transform={band && `translate(${band.width / 2} 0)`} />
    </svg>
  )
}
