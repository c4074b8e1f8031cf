import { findPlate } from '#shared/plates/find-plates.ts'
import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { PLATE_INK } from '#shared/ui/plate-face.tsx'
import { PLATE_SIDES, type PlateSide } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/plate-svg'
import { FACE_COLOURS } from './plate-sheet.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const side = PLATE_SIDES.find((side) => params.file === `${side}.svg`)
  const plate = side && (await findPlate(context.get(siteContext).client, params.registration))
  if (!side || !plate) return new Response('There is no such drawing.\n', { status: 404 })
  const name = plate.registration.replace(/[^A-Za-z0-9]+/g, '-')
  return new Response(svgOf(plate.registration, side), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Disposition': `attachment; filename="${name}-${side}.svg"`,
      'Cache-Control': 'public, max-age=86400',
    },
  })
}

/** One unit is a millimetre, and the size is given in millimetres, so that every program prints it at actual size. */
function svgOf(registration: string, side: PlateSide): string {
  const { width, height, radius, path } = drawPlate(registration)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">
<title>For trying on: not a road-legal plate</title>
<rect x=".25" y=".25" width="${width - 0.5}" height="${height - 0.5}" rx="${radius}" fill="${FACE_COLOURS[side]}" stroke="${PLATE_INK}" stroke-width=".5"/>
<path d="${path}" fill="${PLATE_INK}"/>
</svg>
`
}
