import { PlateFace } from '#shared/ui/plate-face.tsx'
import { PrintButton } from '#shared/ui/print-button.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { cardPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/gift-card'
import { PrintPage } from './print-page.tsx'
import { requireOurPlate } from './require-our-plate.server.ts'

export async function loader({ context, params: { registration } }: Route.LoaderArgs) {
  await requireOurPlate(registration, context.get(siteContext))
  return { registration }
}

/** The lower half of one sheet of A4, whose upper half is folded back. */
export default function GiftCardPage({ loaderData: { registration } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <PrintPage
      registration={registration}
      className="gift-card-page"
      title={`Print a Card with ${registration}`}
      path={cardPath(registration)}
      heading={`A card to give with ${registration}`}
      instructions={
        <>
          <p className="mt-4 max-w-reading text-lg">
            Type the name on the card, or leave the line blank and write it by hand. Print on A4, portrait,
            and fold the sheet in half.
          </p>
          <PrintButton
            after={<TextLink to="/info/giving-a-plate-as-a-present">Giving a plate as a present</TextLink>}
          />
        </>
      }
    >
      <div className="gift-card">
        <label className="gift-card-name">
          For{' '}
          <input
            type="text"
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            aria-label="For, on the card"
          />
        </label>
        <PlateFace registration={registration} className="block w-full" />
        <p className="gift-card-next">
          With its certificate and your log book, this registration can go on your car on the day you choose.
        </p>
        <p className="gift-card-firm">{site.name}</p>
      </div>
    </PrintPage>
  )
}
