import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { PLATE_INK, PlateFace } from '#shared/ui/plate-face.tsx'

// As wide as the strip of a mainland plate may be; no source gives the width of Jersey's.
const STRIP_WIDTH = 50
const LETTERS_SCALE = 0.24

/**
 * A plate with letters in a white strip at the left, such as GBJ on one of Jersey (Wikipedia, Vehicle registration plates
 * of the Channel Islands). The island's arms above GBJ are left out. Without letters, a plate of the mainland.
 */
export function StripPlateFace({ registration, strip }: { registration: string; strip: string | undefined }) {
  const face = { registration, decorative: true, className: 'block w-full' }
  if (!strip) return <PlateFace {...face} />
  return (
    <PlateFace
      {...face}
      band={{ width: STRIP_WIDTH, drawing: <Strip registration={registration} strip={strip} /> }}
    />
  )
}

function Strip({ registration, strip }: { registration: string; strip: string }) {
  const { width, height, radius } = drawPlate(registration)
  const letters = drawPlate(strip)
  const lettersX = (STRIP_WIDTH - letters.width * LETTERS_SCALE) / 2
  const lettersY = (height - letters.height * LETTERS_SCALE) / 2
  return (
    <>
      <path
        d={`M${STRIP_WIDTH} 0H${radius}a${radius} ${radius} 0 0 0-${radius} ${radius}V${height - radius}a${radius} ${radius} 0 0 0 ${radius} ${radius}H${STRIP_WIDTH}z`}
        fill="#fff"
      />
      {/* The outline of the plate, which the strip would cover. */}
      <rect
        x=".5"
        y=".5"
        width={width - 1}
        height={height - 1}
        rx={radius}
        fill="none"
        stroke={PLATE_INK}
        strokeOpacity=".3"
      />
      <path
        d={letters.path}
        fill={PLATE_INK}
        transform={`translate(${lettersX} ${lettersY}) scale(${LETTERS_SCALE})`}
      />
    </>
  )
}
