import { Form, useLocation } from 'react-router'
import { type Budget, describeBudget, hasBudget } from '#shared/plates/budget.ts'
import { WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { stockQuery } from '#shared/plates/search/plate-view.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { alertsPath, findPath, wantedPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { PoundsInput, SearchInput, ToolbarField } from '../../shared/list/search-fields.tsx'
import { UnreadPrices } from '../../shared/list/unread-prices.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { accuracyLink } from '../../shared/ui/site-links.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/index'
import { describeFound, NOTHING, REFUSED } from './find-answer.ts'
import { RegistrationCard, UnderlinedName } from './find-card.tsx'
import { type FindView, parseFindView } from './find-view.ts'
import { type FoundRegistrations, readOfferedRegistrations } from './read-offered.server.ts'
import { MAX_SENTENCE_LENGTH } from './sentence-length.ts'

export const handle: PageHandle = { styles: ['plate-list', 'find', 'enquiries'] }

/** On the server only, where estimates are computed; navigation in the browser requests the data. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { found: await readOfferedRegistrations(parseFindView(url.searchParams), context.get(siteContext)) }
}

export default memoPage(function Find({ loaderData: { found } }: Route.ComponentProps) {
  const { search } = useLocation()
  const view = parseFindView(new URLSearchParams(search))
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <h1 className="title">Find Your Plate</h1>
      <SearchForm key={`form ${search}`} view={view} />
      <Answer key={search} view={view} found={found} />
    </div>
  )
})

function SearchForm({ view }: { view: FindView }) {
  return (
    <search aria-label="A name or a word">
      <Form action="/find" method="get" className="find-form mt-7 grid max-w-[52rem] items-end gap-3">
        <div className="toolbar-field">
          <label htmlFor="find-name" className="toolbar-label">
            A name, a word, initials or a year
          </label>
          <SearchInput
            id="find-name"
            defaultValue={view.search}
            placeholder="Sophie"
            maxLength={MAX_SENTENCE_LENGTH}
            autoCapitalize="characters"
          />
        </div>
        <ToolbarField label="From">
          <PoundsInput name="from" text={view.unread?.from ?? view.priceFrom} />
        </ToolbarField>
        <ToolbarField label="Up to">
          <PoundsInput name="to" text={view.unread?.to ?? view.priceTo} />
        </ToolbarField>
        <button type="submit" className="button">
          Find plates
        </button>
      </Form>
      {view.unread && <UnreadPrices unread={view.unread} />}
    </search>
  )
}

function Answer({ view, found }: { view: FindView; found: FoundRegistrations }) {
  const { name, isRefused, offered } = found
  if (name !== null && !isRefused && offered.length > 0)
    return <Registrations view={view} found={found} name={name} />
  return (
    <>
      <PageMeta
        title="Find Your Plate"
        path="/find"
        description="Enter a name, a word or initials and see the legal plates that spell it: which we have and at what price, what others sold for, and which we can look for."
        noindex={view.search !== ''}
      />
      {view.search !== '' && (
        <p role="status" className="mt-8 max-w-reading text-lg">
          {isRefused ? REFUSED : NOTHING}
        </p>
      )}
      {view.search === '' && hasBudget(view) && (
        <p className="mt-8 max-w-reading text-lg">
          <Link to={`/plates?${stockSearch('', view)}`} rel="nofollow" className="link">
            {`See all our plates${describeBudget(view)}`}
          </Link>
        </p>
      )}
      <Examples />
    </>
  )
}

/** Links to a search of our plates, and to an alert for it. */
const stockSearch = (search: string, { priceFrom, priceTo }: Budget) =>
  stockQuery({ ...WHOLE_STOCK, search, priceFrom, priceTo }).slice(1)

function Registrations({ view, found, name }: { view: FindView; found: FoundRegistrations; name: string }) {
  const site = useSite()
  const { offered, outsideBudget, hasFailed } = found
  const hasOurs = offered.some(({ state }) => state.kind === 'ours')
  const hasSold = offered.some(({ state }) => state.kind === 'sold')
  const hasGuides = offered.some(({ state }) => state.kind === 'unknown' && state.guide)
  const lacksFigures = offered.some(({ state }) => state.kind === 'unknown' && !state.guide)
  const [best] = offered
  return (
    <>
      <PageMeta
        title={`${name} Number Plates`}
        path={findPath(name)}
        description={`${plural(offered.length, 'registration')} that read as ${name}, such as ${formatList(offered.slice(0, 3).map(({ text }) => text))}. See which are for sale and what others have sold for.`}
        // A page without any registrations is the same for every name.
        noindex={hasBudget(view) || !(hasOurs || hasSold)}
      />
      <h2 className="find-name">{best && <UnderlinedName shown={name} places={best.places} />}</h2>
      <p role="status" className="mt-3 max-w-reading text-quiet">
        {!hasFailed &&
          describeFound(
            offered.map(({ state }) => state),
            view,
          )}
        {outsideBudget > 0 && (
          <>
            {' '}
            <Link to={findPath(view.search)} className="link">
              {outsideBudget === 1 ? 'One' : outsideBudget} {hasOurs && 'more '}of ours
            </Link>{' '}
            {outsideBudget === 1 ? 'is' : 'are'} outside your budget.
          </>
        )}
        {hasOurs && ` Ours are yellow. Prices: ${site.prices.note}.`}
        {lacksFigures && ' Where there’s no price, there’s no sale on record and we can’t give a fair guide.'}
      </p>
      {hasFailed && (
        <p role="alert" className="mt-3 max-w-reading text-red">
          We can’t check all our plates and sales just now, so some of these may be for sale. Please try again
          in a minute.
        </p>
      )}
      <ul className="find-grid" aria-label={`Registrations for ${name}`}>
        {offered.map((registration) => (
          <RegistrationCard key={registration.text} {...registration} shown={name} />
        ))}
      </ul>
      <div className="mt-12 max-w-reading border-line border-t pt-6">
        <p>
          <Link to={wantedPath(name, view)} className="link">
            Tell us what you are looking for
          </Link>
          ,{' '}
          <Link to={alertsPath(stockSearch(name, view))} rel="nofollow" className="link">
            set up an e-mail alert
          </Link>
          , or{' '}
          <Link to={`/plates?${stockSearch(name, view)}`} rel="nofollow" className="link">
            search all our plates for {name}
          </Link>
          .
        </p>
        <p className="mt-3 text-quiet text-sm">
          Every registration here follows a format the DVLA uses, with its legal spacing. Some were never
          issued; some owners won’t sell.
          {hasGuides && (
            <>
              {' '}
              An auction guide is <TextLink to={accuracyLink.to}>our estimate</TextLink> of the hammer price,{' '}
              {hasBudget(view)
                ? 'and “all in” adds the buyer’s premium at the dearest rate on record, VAT and the assignment fee.'
                : 'before fees.'}
            </>
          )}
        </p>
      </div>
    </>
  )
}

const EXAMPLES: [search: string, registration: string][] = [
  ['SOPHIE', 'SOP 111E'],
  ['BIG DAY', 'B16 DAY'],
  ['DAVID', 'DAV 1D'],
  ['JB', 'JB 1'],
]

/** Shown before anything is typed: examples of plates that read as names. */
function Examples() {
  return (
    <div className="mt-12 border-line border-t pt-8">
      <p className="max-w-reading text-lg text-quiet">
        On a plate, figures stand for letters: 4 for A, 5 for S, 1 for I, 3 for E, 6 for G, 8 for B, 7 for T,
        and 11 for H. We try every format the DVLA uses and show you the plates that read best.
      </p>
      <ul className="find-grid find-grid-of-four">
        {EXAMPLES.map(([search, registration]) => (
          <li key={search} className="find-card relative">
            <PlateFace registration={registration} className="block w-full" />
            <p className="find-line">
              <Link to={findPath(search)} rel="nofollow" className="card-link find-figure">
                {search}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
