import { Link } from 'react-router'
import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { PLATE_SIDES, plateDrawingPath, platePath, printPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/print'
import { PlateSheet } from './plate-sheet.tsx'
import { cutIntoSheets } from './plate-sheets.ts'
import { PlateSideChoice } from './plate-side-choice.tsx'
import { requireOurPlate } from './require-our-plate.server.ts'

export async function loader({ context, params: { registration } }: Route.LoaderArgs) {
  await requireOurPlate(registration, context.get(siteContext))
  return { registration }
}

export default function PrintPage({ loaderData: { registration } }: Route.ComponentProps) {
  const site = useSite()
  const drawing = drawPlate(registration)
  const size = `${drawing.width} × ${drawing.height} mm`
  const pieces = cutIntoSheets(drawing)
  return (
    <div className="plate-print wrap pt-6 pb-24">
      <PageMeta
        title={`Print ${registration} at Actual Size | ${site.name}`}
        path={printPath(registration)}
        noindex
      />
      <div className="print:hidden">
        <p>
          <Link prefetch="intent" to={platePath(registration)} className="back-link">
            Back to {registration}
          </Link>
        </p>
        <h1 className="title mt-6">Try {registration} on at actual size</h1>
        <p className="mt-4 max-w-reading text-lg">
          {size}, the size of a standard British number plate, on {pieces.length} sheets of A4. It’s for
          trying on: hold the paper against your car. It is not a road-legal plate.
        </p>
        <ol className="plate-print-steps mt-6 max-w-reading">
          <li>Print on A4, landscape, at 100% or “Actual size”, with nothing fitted to the page.</li>
          <li>Measure the line under the plate: it should be exactly 100 mm long.</li>
          <li>
            Cut round the plate, keep the dashed strip, slide it under the other sheet up to the join, and
            tape it.
          </li>
        </ol>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <PlateSideChoice legend="The plate to print" sides={[...PLATE_SIDES, 'both']} />
          <button type="button" className="button scripted" onClick={() => print()}>
            Print
          </button>
        </div>
        <p className="unscripted mt-4">Choose Print in your browser’s menu.</p>
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
      </div>
      <div className="plate-sheets">
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
    </div>
  )
}
