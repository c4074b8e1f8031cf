// The plate everywhere on the site: one rectangle and one path, with colours as attributes because the content
// security policy knows no inline styles.

import { drawPlate, type Layout } from '../registration/plate-drawing.ts'

interface PlateFaceProps {
  registration: string
  /** Yellow is the rear plate, white the front. */
  face?: 'front' | 'rear'
  layout?: Layout
  className?: string
  /** Where the registration is named beside the picture, so that it is not read out twice. */
  decorative?: boolean
  /** In place of “Registration AB 1”. */
  title?: string
}

export function PlateFace({
  registration,
  face = 'rear',
  layout = 'one-line',
  className,
  decorative = false,
  title = `Registration ${registration}`,
}: PlateFaceProps) {
  const { width, height, radius, path } = drawPlate(registration, { layout })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : title}
      aria-hidden={decorative || undefined}
    >
      {/* The hairline keeps the law's 10 mm from the characters, even on a motorcycle's 11 mm margin. */}
      <rect
        x=".5"
        y=".5"
        width={width - 1}
        height={height - 1}
        rx={radius}
        fill={face === 'rear' ? '#f5c518' : '#fff'}
        stroke="#111"
        strokeOpacity=".3"
      />
      <path d={path} fill="#111" />
    </svg>
  )
}
