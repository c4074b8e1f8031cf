import { type ReactNode, Suspense, useEffect } from 'react'
import { Await, Link, useRevalidator } from 'react-router'
import { site } from '../../../site.config.ts'
import type { BackendClient } from '../../shared/backend/client.ts'
import { withFallback } from '../../shared/backend/with-fallback.ts'
import { plural } from '../../shared/format.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { PlateFace } from '../../shared/ui/plate-face.tsx'
import { Price } from '../../shared/ui/price.tsx'
import { enquiryPath, platePath } from '../../urls.ts'
import type { Plate } from '../plates/find-plates.ts'
import { listNamedPlates } from '../plates/list-plates.ts'
import type { PlateFacts } from '../plates/plate-facts.ts'
import type { Route } from './+types/index'
import { clearShortlist, readShortlist, toggleShortlisted, useShortlist } from './shortlist-storage.ts'

const FAILED = 'Error fetching the shortlist'

/** There is no server loader: the shortlist is in the browser's storage. */
export async function clientLoader() {
  const { getBrowserClient } = await import('../../shared/backend/client.ts')
  return { compared: withFallback(compare(getBrowserClient()), null, FAILED) }
}
clientLoader.hydrate = true as const

async function compare(client: BackendClient) {
  const requested = readShortlist()
  const [plates, { describePlate }] = await Promise.all([
    listNamedPlates(client, requested),
    import('../plates/plate-facts.ts'),
  ])
  return { requested, columns: plates.map((plate) => ({ plate, facts: describePlate(plate) })) }
}

export function HydrateFallback() {
  return (
    <Page>
      <p className="loading scripted">Loading plates...</p>
      <p className="unscripted mt-6 max-w-reading text-lg text-quiet">
        The shortlist is kept in your browser, which needs JavaScript for it.{' '}
        <Link prefetch="intent" to="/plates" className="link">
          Every plate
        </Link>{' '}
        can be read, and asked about, without.
      </p>
    </Page>
  )
}

export default function Shortlist({ loaderData }: Route.ComponentProps) {
  const shortlist = useShortlist()
  return (
    <Page>
      <Suspense fallback={<p className="loading">Loading plates...</p>}>
        <Await resolve={loaderData.compared}>
          {(compared) =>
            shortlist.length === 0 ? (
              <EmptyShortlist />
            ) : compared === null ? (
              <p className="mt-6 max-w-reading text-lg text-quiet">
                Your plates cannot be shown just now. They stay on your shortlist: please try again in a
                moment.
              </p>
            ) : (
              <Comparison shortlist={shortlist} {...compared} />
            )
          }
        </Await>
      </Suspense>
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta title={`Shortlist | ${site.name}`} path="/shortlist" noindex />
      <h1 className="title">Shortlist</h1>
      {children}
    </div>
  )
}

function EmptyShortlist() {
  return (
    <div className="mt-6 max-w-reading">
      <p className="text-lg text-quiet">
        Nothing is kept yet. Press Keep on a plate, and it waits for you here, beside the others: in this
        browser alone, without an account.
      </p>
      <p className="mt-8">
        <Link prefetch="intent" to="/plates" className="button">
          Browse plates
        </Link>
      </p>
    </div>
  )
}

interface Compared {
  plate: Plate
  facts: PlateFacts
}

interface ComparisonProps {
  shortlist: readonly string[]
  /** The shortlist when the plates were read. */
  requested: readonly string[]
  columns: Compared[]
}

function Comparison({ shortlist, requested, columns }: ComparisonProps) {
  const { revalidate } = useRevalidator()
  const shown = columns.filter(({ plate }) => shortlist.includes(plate.registration))
  const known = columns.map(({ plate }) => plate.registration)
  const gone = shortlist.filter(
    (registration) => requested.includes(registration) && !known.includes(registration),
  )
  const hasMore = shortlist.some((registration) => !requested.includes(registration))

  // Another tab added a plate.
  useEffect(() => {
    if (hasMore) revalidate()
  }, [hasMore, revalidate])

  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p role="status" className="tabular text-quiet">
          {plural(shown.length, 'plate')} kept in this browser.
        </p>
        {shown.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link
              prefetch="intent"
              to={enquiryPath(...shown.map(({ plate }) => plate.registration))}
              className="button"
            >
              {shown.length === 1 ? 'Enquire about it' : `Enquire about all ${shown.length}`}
            </Link>
            <button type="button" className="shortlist-button" onClick={clearShortlist}>
              Clear the shortlist
            </button>
          </div>
        )}
      </div>
      {shown.length > 0 && (
        <ul className="compare mt-8">
          {shown.map((compared) => (
            <Column key={compared.plate.id} {...compared} />
          ))}
        </ul>
      )}
      {gone.length > 0 && (
        <section className="mt-12 max-w-reading border-line border-t pt-6">
          <h2 className="subheading">No longer for sale</h2>
          <ul className="mt-4 grid gap-2">
            {gone.map((registration) => (
              <li key={registration} className="flex items-center justify-between gap-4">
                {registration}
                <RemoveButton registration={registration} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Column({ plate, facts }: Compared) {
  const { registration } = plate
  // Every plate has every row, so that the rows line up.
  const rows: [term: string, text: string | null][] = [
    ['Format', facts.format],
    ['Reads as', facts.reads.join(' or ') || null],
    ['Issued', facts.period],
    ['May go on', facts.vehicles],
    ['Category', plate.category],
  ]
  return (
    <li className="compare-column">
      <h2>
        <Link prefetch="intent" to={platePath(registration)} className="block rounded">
          <PlateFace registration={registration} className="block w-full" title={registration} />
        </Link>
      </h2>
      <p className="mt-4 mb-4 font-medium text-xl leading-none">
        <Price priceGbp={plate.priceGbp} />
      </p>
      <dl className="compare-facts">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text ?? <span className="text-quiet">-</span>}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex items-center justify-between gap-4">
        <Link
          prefetch="intent"
          to={enquiryPath(registration)}
          className="link"
          aria-label={`Enquire about ${registration}`}
        >
          Enquire
        </Link>
        <RemoveButton registration={registration} />
      </div>
    </li>
  )
}

function RemoveButton({ registration }: { registration: string }) {
  return (
    <button type="button" className="shortlist-button" onClick={() => toggleShortlisted(registration)}>
      Remove
      <span className="sr-only"> {registration} from the shortlist</span>
    </button>
  )
}
