import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { MAX_SEARCH_LENGTH } from '#shared/plates/search/plate-search.ts'
import { describeKnownPrice, knownPrice, priceOr, type Sale, shortSaleDate } from '#shared/sales/sale.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price } from '#shared/ui/price.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { findPath, platePath, registrationPath, wishPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { SearchInput } from '../../shared/list/search-fields.tsx'
import { useUnmetSearch } from '../../shared/list/use-unmet-search.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import type { SiteLink } from '../../shared/ui/site-links.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { StripPlateFace } from '../sales/strip-plate-face.tsx'
import type { Route } from './+types/index'
import type { SiteSearch } from './search-site.server.ts'
import { searchSite } from './search-site.server.ts'

export const handle: PageHandle = { styles: ['plate-list', 'search'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await searchSite(url.searchParams.get('q') ?? '', context.get(siteContext))
  if ('forSale' in found) throw redirect(platePath(found.forSale))
  return found
}

export default function Search({ loaderData: found }: Route.ComponentProps) {
  const { search, registration, name, plates, sales, articles, pages } = found
  const saleCount = sales.reduce((sum, { count }) => sum + count, 0)
  const counts = [
    plates.count > 0 ? `${plural(plates.count, 'plate')} for sale` : '',
    saleCount > 0 ? plural(saleCount, 'recorded sale') : '',
    articles.count > 0 ? plural(articles.count, 'article') : '',
    pages.length > 0 ? plural(pages.length, 'page') : '',
  ].filter((text) => text !== '')
  const isMissed = search !== '' && counts.length === 0
  useUnmetSearch('site', isMissed ? search : null)
  return (
    <Page
      key={search}
      title={search ? `Search: ${search}` : 'Search'}
      path="/search"
      noindex
      heading="Search"
    >
      <search aria-label="The whole site">
        <form
          action="/search"
          method="get"
          className="mt-7 grid max-w-[40rem] grid-cols-[minmax(0,1fr)_auto] gap-3"
        >
          <SearchInput
            aria-label="Search plates, sold prices and guides"
            defaultValue={search}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="A name, a registration or a subject"
          />
          <button type="submit" className="button">
            Search
          </button>
        </form>
      </search>
      {search !== '' && !(isMissed && registration) && (
        <p className="mt-6 text-lg">
          {isMissed ? `We found nothing for “${search}”.` : `We found ${formatList(counts)} for “${search}”.`}
        </p>
      )}
      {registration && <KnownRegistration registration={registration} isSold={isRecorded(found)} />}
      <Plates plates={plates} search={search} />
      {name !== null && <Name name={name} />}
      <Sales sales={sales} search={search} />
      {pages.length > 0 && (
        <Group title="Pages">
          <PageLinks pages={pages} />
        </Group>
      )}
      <Articles articles={articles} />
      {(search === '' || isMissed) && (
        <Group title={search === '' ? 'Or start here' : 'Where to go from here'}>
          <PageLinks pages={STARTS} />
        </Group>
      )}
    </Page>
  )
}

function isRecorded({ registration, sales }: SiteSearch): boolean {
  return sales.some(({ shown }) => shown.some((sale) => sale.registration === registration?.text))
}

/** A typed registration that we do not sell: a link to what is known about it, and the next steps. */
function KnownRegistration({
  registration: { text, facts, isTransferable },
  isSold,
}: {
  registration: NonNullable<SiteSearch['registration']>
  isSold: boolean
}) {
  return (
    <section className="search-known mt-8 rounded-lg border border-line bg-panel" aria-labelledby="known">
      <PlateFace registration={text} decorative className="w-full max-w-80" />
      <div>
        <h2 id="known" className="subheading">
          {text}
        </h2>
        <p className="mt-2 text-quiet">
          We don’t have {text} for sale just now. {facts}
        </p>
        <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-4">
          <ButtonLink to={registrationPath(text)}>
            {isSold ? `What ${text} sold for` : `What we know about ${text}`}
          </ButtonLink>
          {isTransferable && <TextLink to={wishPath(text, 'find')}>Ask us to find {text}</TextLink>}
        </p>
      </div>
    </section>
  )
}

/** Links to the page with the registrations that read as a name. */
function Name({ name }: { name: string }) {
  return (
    <Group title="Looking for a name?">
      <p className="mt-2 max-w-reading text-quiet">
        See which registrations read as {name} or come close: those we have for sale, what others sold for,
        and those we can look for.
      </p>
      <p className="mt-5">
        <ButtonLink to={findPath(name)}>Find plates for {name}</ButtonLink>
      </p>
    </Group>
  )
}

function Group({ title, all, children }: { title: string; all?: ReactNode; children: ReactNode }) {
  const id = title.toLowerCase().replace(/\W+/g, '-')
  return (
    <TitledSection id={id} title={title} size="subheading" className="mt-12 border-line border-t pt-6">
      {children}
      {all && <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">{all}</p>}
    </TitledSection>
  )
}

function Plates({
  plates: { shown, count, isNear },
  search,
}: {
  plates: SiteSearch['plates']
  search: string
}) {
  const site = useSite()
  if (shown.length === 0) return null
  const all = (
    <TextLink to={`/plates?q=${encodeURIComponent(search)}`}>
      {isNear ? 'Search all our plates' : count === 1 ? 'See it among our plates' : `All ${count} plates`}
    </TextLink>
  )
  return (
    <Group title="Plates for sale" all={all}>
      <p className="mt-2 text-quiet">
        {isNear && 'None reads exactly like that, but these come close. '}
        Every price: {site.prices.note}.
      </p>
      <ul className="search-plates mt-5 grid gap-x-5 gap-y-6">
        {shown.map(({ plate: { id, registration, priceGbp } }) => (
          <li key={id}>
            <Link
              to={platePath(registration)}
              className="block rounded"
              aria-label={`${registration}, for sale`}
            >
              <PlateFace registration={registration} decorative className="block w-full" />
            </Link>
            <p className="mt-2 font-medium">
              <Price priceGbp={priceGbp} />
            </p>
          </li>
        ))}
      </ul>
    </Group>
  )
}

const MAX_SALES = 6

function Sales({ sales, search }: { sales: SiteSearch['sales']; search: string }) {
  if (sales.length === 0) return null
  const all = sales.map(({ path, place, count }) => (
    <TextLink key={path} to={`${path}?q=${encodeURIComponent(search)}`}>
      {plural(count, `${place} sale`)} in the explorer
    </TextLink>
  ))
  const rows = sales.flatMap((explorer) =>
    explorer.shown.map((sale) => <SaleRow key={sale.id} explorer={explorer} sale={sale} />),
  )
  return (
    <Group title="Sold prices" all={all}>
      <ul className="search-sales mt-4">{rows.slice(0, MAX_SALES)}</ul>
    </Group>
  )
}

function SaleRow({ explorer, sale }: { explorer: SiteSearch['sales'][number]; sale: Sale }) {
  const price = knownPrice(sale)
  return (
    <li>
      <Link
        to={registrationPath(sale.registration)}
        className="block rounded"
        aria-label={`${sale.registration}, sold`}
      >
        <StripPlateFace registration={sale.registration} strip={explorer.home?.strip} />
      </Link>
      <p>
        <span className="tabular font-medium">{priceOr(price, '-')}</span>
        {price !== null && <span className="text-quiet"> {describeKnownPrice(sale, explorer)}</span>}
      </p>
      <p className="text-quiet">
        {[shortSaleDate(sale), sale.whereSold].filter((part) => part !== null).join(', ')}
      </p>
    </li>
  )
}

function Articles({ articles: { shown, count } }: Pick<SiteSearch, 'articles'>) {
  if (shown.length === 0) return null
  const all = count > shown.length && (
    <>
      <TextLink to="/info">All guides</TextLink>
      <TextLink to="/news">All news</TextLink>
      <TextLink to="/plate-stories">All plate stories</TextLink>
    </>
  )
  return (
    <Group title="Guides, news and stories" all={all}>
      <ul className="mt-5 grid gap-x-12 gap-y-6 md:grid-cols-2">
        {shown.map(({ path, title, summary, category, minutes }) => (
          <li key={path}>
            <h3 className="text-lg">
              <TextLink to={path}>{title}</TextLink>
            </h3>
            <p className="mt-1 text-quiet">{summary}</p>
            <p className="mt-1 text-quiet text-sm">
              {category}, {minutes} min read
            </p>
          </li>
        ))}
      </ul>
    </Group>
  )
}

const STARTS: readonly SiteLink[] = [
  { to: '/plates', text: 'Every plate for sale' },
  { to: '/sales-explorer', text: 'What plates sold for' },
  { to: '/info', text: 'Guides' },
  { to: '/contact', text: 'Tell us what you are looking for' },
]

const PageLinks = ({ pages }: { pages: readonly SiteLink[] }) => (
  <ul className="search-links mt-4 grid gap-x-8 gap-y-2">
    {pages.map(({ to, text }) => (
      <li key={to}>
        <TextLink to={to}>{text}</TextLink>
      </li>
    ))}
  </ul>
)
