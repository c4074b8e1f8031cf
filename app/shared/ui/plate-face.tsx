// Colours are attributes: the CSP allows no inline styles.

import { drawPlate } from '../registration/plate-drawing.ts'

interface PlateFaceProps {
  registration: string
  className?: string
  decorative?: boolean
  title?: string
}

export function PlateFace({
  registration,
  className,
  decorative = false,
  title = `Registration ${registration}`,
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
      {/* The outline lies inside the plate, so that the margin of the law around the characters stays free. */}
      <rect
        x=".5"
        y=".5"
        width={width - 1}
        height={height - 1}
        rx={radius}
        fill="#f5c518"
        stroke="#111"
        strokeOpacity=".3"
      />
      <path d={path} fill="#111" />
    </svg>
  )
}
