import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { PrintButton } from '#shared/ui/print-button.tsx'
import { PLATE_SIDES, plateDrawingPath, printPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/print'
import { PlateSheet } from './plate-sheet.tsx'
import { cutIntoSheets } from './plate-sheets.ts'
import { PlateSideChoice } from './plate-side-choice.tsx'
import { PrintPage } from './print-page.tsx'
import { requireOurPlate } from './require-our-plate.server.ts'

export async function loader({ context, params: { registration } }: Route.LoaderArgs) {
  await requireOurPlate(registration, context.get(siteContext))
  return { registration }
}

export default function ActualSizePage({ loaderData: { registration } }: Route.ComponentProps) {
  const drawing = drawPlate(registration)
  const size = `${drawing.width} × ${drawing.height} mm`
  const pieces = cutIntoSheets(drawing)
  return (
    <PrintPage
      registration={registration}
      className="plate-print"
      title={`Print ${registration} at Actual Size`}
      path={printPath(registration)}
      heading={`Try ${registration} on at actual size`}
      instructions={
        <>
          <p className="mt-4 max-w-reading text-lg">
            {size}, the size of a standard British number plate, on {pieces.length} sheets of A4. It’s for
            trying on: hold the paper against your car. It is not a road-legal plate.
          </p>
          <ol className="mt-6 grid max-w-reading list-decimal gap-2 pl-6">
            <li>Print on A4, landscape, at 100% or “Actual size”, not “Fit to page”.</li>
            <li>Measure the line under the plate: it should be exactly 100 mm long.</li>
            <li>
              Cut round the plate, keep the dashed strip, slide it under the other sheet up to the join, and
              tape it.
            </li>
          </ol>
          <PrintButton
            before={<PlateSideChoice legend="The plate to print" sides={[...PLATE_SIDES, 'both']} />}
          />
          <p className="mt-4 max-w-reading text-quiet text-sm">
            A print shop can print the plate in one piece from these drawings, which are {size}:{' '}
            <a href={plateDrawingPath(registration, 'rear')} download className="link">
              rear, SVG
            </a>{' '}
            and{' '}
            <a href={plateDrawingPath(registration, 'front')} download className="link">
              front, SVG
            </a>
            .
          </p>
        </>
      }
    >
      <div className="plate-sheets mt-10 grid gap-6 md:grid-cols-2">
        {PLATE_SIDES.map((side) =>
          pieces.map((piece, index) => (
            <PlateSheet
              key={`${side} ${piece.from}`}
              registration={registration}
              side={side}
              piece={piece}
              number={index + 1}
              count={pieces.length}
            />
          )),
        )}
      </div>
    </PrintPage>
  )
}
