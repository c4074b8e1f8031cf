import { drawPlate } from '../../shared/registration/plate-drawing.ts'

interface JerseyPlateFaceProps {
  registration: string
  className?: string
  decorative?: boolean
  title?: string
}

// As wide as the strip of a mainland plate may be at most; no source gives Jersey's.
const STRIP_WIDTH = 50
const LETTERS_SCALE = 0.24
const INK = '#111'

/**
 * The letter J, or JSY, and figures, with GBJ in the white strip at the left (Wikipedia, Vehicle registration plates of
 * the Channel Islands). The island's arms above GBJ are left out.
 */
export function JerseyPlateFace({
  registration,
  className,
  decorative = false,
  title = `Registration ${registration}`,
}: JerseyPlateFaceProps) {
  const { width, height, radius, path } = drawPlate(registration)
  const letters = drawPlate('GBJ')
  const lettersX = (STRIP_WIDTH - letters.width * LETTERS_SCALE) / 2
  const lettersY = (height - letters.height * LETTERS_SCALE) / 2
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : title}
      aria-hidden={decorative || undefined}
    >
      <rect width={width} height={height} rx={radius} fill="#f5c518" />
      <path
        d={`M${STRIP_WIDTH} 0H${radius}a${radius} ${radius} 0 0 0-${radius} ${radius}V${height - radius}a${radius} ${radius} 0 0 0 ${radius} ${radius}H${STRIP_WIDTH}z`}
        fill="#fff"
      />
      <rect
        x=".5"
        y=".5"
        width={width - 1}
        height={height - 1}
        rx={radius}
        fill="none"
        stroke={INK}
        strokeOpacity=".3"
      />
      <path
        d={letters.path}
        fill={INK}
        transform={`translate(${lettersX} ${lettersY}) scale(${LETTERS_SCALE})`}
      />
      <path d={path} fill={INK} transform={`translate(${STRIP_WIDTH / 2} 0)`} />
    </svg>
  )
}
