import { PlateFace } from '#shared/ui/plate-face.tsx'
import { cardPath, PLATE_SIDES, printPath } from '#shared/urls.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { PlateSideChoice } from './plate-side-choice.tsx'

/** The plate across its column, yellow (rear) or white (front). */
export function PlatePicture({ registration }: { registration: string }) {
  return (
    <div className="plate-picture">
      <PlateFace registration={registration} decorative className="block w-full" />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
        <PlateSideChoice legend="Side" sides={PLATE_SIDES} />
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <TextLink to={printPath(registration)}>Print at actual size</TextLink>
          <TextLink to={cardPath(registration)}>Print a card</TextLink>
        </p>
      </div>
    </div>
  )
}
