import { COLLAGE_REGISTRATIONS, COLLAGE_SEED, placeCollage } from '../../shared/collage-layout.ts'
import { drawPlate } from '../../shared/registration/plate-drawing.ts'

const ROTATION_DEGREES = 35
const PLATE_WIDTH = 13.5

/**
 * The decorative collage: twenty sample plates in a square of 100 by 100, so that a percentage of the
 * specification is one unit and what does not overlap here never overlaps at any size. Positions are SVG
 * attributes, which a strict content security policy allows, and the same on server and browser.
 */
const plates = placeCollage(COLLAGE_SEED).map(({ x, y }, index) => {
  const registration = COLLAGE_REGISTRATIONS[index] ?? ''
  const { width, height, path } = drawPlate(registration)
  const scale = PLATE_WIDTH / width
  return { registration, x, y, width, height, path, scale }
})

export function Collage() {
  return (
    <div className="collage" aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {plates.map(({ registration, x, y, width, height, path, scale }) => (
          <g
            key={registration}
            transform={`translate(${x} ${y}) rotate(${ROTATION_DEGREES}) scale(${scale.toFixed(5)}) translate(${-width / 2} ${-height / 2})`}
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
