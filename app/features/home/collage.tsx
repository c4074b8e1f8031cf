import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { COLLAGE_ROTATION_DEGREES, COLLAGE_SEED, placeCollage } from '../../shared/collage-layout.ts'

/** Of the collage's height, in percent; it is drawn twice as wide as high. */
const PLATE_WIDTH = 19

// Units are the percent of specification, 9. Business constants and limits. The CSP allows no inline styles.
const plates = placeCollage(COLLAGE_SEED).map(({ registration, x, y }) => {
  const { width, height, path } = drawPlate(registration)
  const scale = PLATE_WIDTH / width
  return { registration, x, y, width, height, path, scale }
})

export function Collage() {
  return (
    <div className="collage" aria-hidden="true">
      <svg viewBox="0 0 200 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {plates.map(({ registration, x, y, width, height, path, scale }) => (
          <g
            key={registration}
            transform={`translate(${2 * x} ${y}) rotate(${COLLAGE_ROTATION_DEGREES}) scale(${scale.toFixed(5)}) translate(${-width / 2} ${-height / 2})`}
          >
            <g className="collage-plate">
              <rect width={width} height={height} rx="14" className="fill-plate" />
              <path d={path} className="fill-plate-ink" />
            </g>
          </g>
        ))}
      </svg>
    </div>
  )
}
