import { Suspense, useEffect } from 'react'
import { Await, Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { siteContext } from '../../context.ts'
import { listPlates, type Plate } from '../../data/plates.ts'
import { keep, remember } from '../../data/remember.ts'
import { settle } from '../../data/settle.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { PlateCard } from '../../ui/plate-card.tsx'
import type { Route } from './+types/index'

const FAILED = 'Error fetching plates'

export async function loader({ context }: Route.LoaderArgs) {
  const { client, report } = context.get(siteContext)
  return { plates: await settle(listPlates(client), [], FAILED, report) }
}

export async function clientLoader() {
  const { inBrowser } = await import('../../data/client.ts')
  return {
    plates: remember(
      'plates',
      () => listPlates(inBrowser()),
      (read) => settle(read, [], FAILED),
    ),
  }
}

export default function Plates({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    if (Array.isArray(loaderData.plates)) keep('plates', loaderData.plates)
  }, [loaderData.plates])

  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`Number Plates For Sale | ${site.name}`}
        path="/plates"
        description="Every private number plate we have for sale, dearest first. Prices include fees, each plate is owned by us, and there are no broker commissions."
      />
      <h1 className="title">Number Plates For Sale</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">
        Prices include fees. We own every plate shown here directly, so what you see is available, and there
        are no broker commissions on top.
      </p>
      <Suspense fallback={<p className="loading">Loading plates...</p>}>
        <Await resolve={loaderData.plates}>{(plates) => <Grid plates={plates} />}</Await>
      </Suspense>
    </div>
  )
}

function Grid({ plates }: { plates: Plate[] }) {
  return (
    <>
      <ul className="plate-grid mt-10 lg:grid-cols-3">
        {plates.map((plate) => (
          <PlateCard key={plate.id} plate={plate} headingLevel="h2" />
        ))}
      </ul>
      {plates.length === 0 && (
        <p className="mt-10 max-w-reading border-line border-t pt-6 text-quiet">
          There are no plates to show just now.{' '}
          <Link to="/contact" className="link">
            Tell us what you are looking for
          </Link>{' '}
          and we will answer.
        </p>
      )}
    </>
  )
}
