import { Link } from 'react-router'
import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { PLATE_SIDES, printPath } from '#shared/urls.ts'
import { PlateSideChoice } from './plate-side-choice.tsx'

/** The plate across its column, yellow (rear) or white (front). */
export function PlatePicture({ registration }: { registration: string }) {
  const { width, height } = drawPlate(registration)
  return (
    <div className="plate-picture">
      <PlateFace registration={registration} decorative className="block w-full" />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
        <PlateSideChoice legend="The plate shown" sides={PLATE_SIDES} />
        <Link prefetch="intent" to={printPath(registration)} className="link text-sm">
          Print at actual size, {width} × {height} mm
        </Link>
      </div>
    </div>
  )
}
