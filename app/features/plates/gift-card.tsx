import { Link } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { cardPath, platePath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/gift-card'
import { requireOurPlate } from './require-our-plate.server.ts'

export async function loader({ context, params: { registration } }: Route.LoaderArgs) {
  await requireOurPlate(registration, context.get(siteContext))
  return { registration }
}

/** The lower half of one sheet of A4, whose upper half is folded back. */
export default function GiftCardPage({ loaderData: { registration } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <div className="gift-card-page wrap pt-6 pb-24">
      <PageMeta
        title={`Print a Card with ${registration} | ${site.name}`}
        path={cardPath(registration)}
        noindex
      />
      <div className="print:hidden">
        <p>
          <Link prefetch="intent" to={platePath(registration)} className="back-link">
            Back to {registration}
          </Link>
        </p>
        <h1 className="title mt-6">A card to give with {registration}</h1>
        <p className="mt-4 max-w-reading text-lg">
          Type the name on the card, or leave the line blank and write it by hand. Print on A4, portrait, and
          fold the sheet in half.
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="button" className="button scripted" onClick={() => print()}>
            Print
          </button>
          <Link prefetch="intent" to="/info/giving-a-plate-as-a-present" className="link">
            Giving a plate as a present
          </Link>
        </div>
        <p className="unscripted mt-4">Choose Print in your browser’s menu.</p>
      </div>
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
    </div>
  )
}
