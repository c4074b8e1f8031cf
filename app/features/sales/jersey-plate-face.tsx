import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { PLATE_INK, PlateFace, type PlateFaceProps } from '#shared/ui/plate-face.tsx'

// As wide as the strip of a mainland plate may be; no source gives the width of Jersey's.
const STRIP_WIDTH = 50
const LETTERS_SCALE = 0.24

/**
 * The letter J, or JSY, and figures, with GBJ in the white strip at the left (Wikipedia, Vehicle registration plates of
 * the Channel Islands). The island's arms above GBJ are left out.
 */
export function JerseyPlateFace(props: Omit<PlateFaceProps, 'band'>) {
  return (
    <PlateFace
      {...props}
      band={{ width: STRIP_WIDTH, drawing: <Strip registration={props.registration} /> }}
    />
  )
}

function Strip({ registration }: { registration: string }) {
  const { width, height, radius } = drawPlate(registration)
  const letters = drawPlate('GBJ')
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
