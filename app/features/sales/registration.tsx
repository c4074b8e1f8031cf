import { Suspense } from 'react'
import { Await, data, Link, redirect } from 'react-router'
import { site } from '../../../site.config.ts'
import { siteContext } from '../../context.ts'
import { parseRegistration } from '../../shared/registration/registration.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { PlateFace } from '../../shared/ui/plate-face.tsx'
import { Unavailable } from '../../shared/ui/unavailable.tsx'
import type { Route } from './+types/registration'
import { type RegistrationSales, readSalesOf } from './data/registration-sales.ts'
import type { SalesSources } from './data/sale-records.ts'
import { sourcesOf } from './data/sales-sources.ts'
import { describeArchived, TEXTS } from './explorer/labels.ts'
import { JerseyPlateFace } from './jersey-plate-face.tsx'
import { RecordedSale } from './recorded-sale.tsx'
import {
  type DocumentedSale,
  describeKnownPrice,
  knownPrice,
  longSaleDate,
  priceOr,
  salePath,
} from './sale.ts'
import { useArchivedCopy } from './use-archived-copy.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const sources = sourcesOf(context.get(siteContext))
  const sales = await readSalesOf(params.registration, sources)
  if (isRecorded(sales)) return { sales }
  const usual = await findCanonical(params.registration, sources)
  if (usual) throw redirect(salePath(usual), 301)
  // The archive may be incomplete, and a 404 would remove the page from search engines.
  if (sales.archive) return data({ sales }, { status: 503, headers: { 'Retry-After': '30' } })
  return data({ sales }, { status: 404 })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { sales: readInBrowser(params.registration) }
}

function isRecorded({ uk, jersey }: RegistrationSales): boolean {
  return uk.length + jersey.length > 0
}

/** `/sales/jb1` → JB 1, if it has recorded sales. */
async function findCanonical(typed: string, sources: SalesSources): Promise<string | null> {
  const parsed = parseRegistration(typed)
  if (!parsed.ok || parsed.registration.text === typed) return null
  return isRecorded(await readSalesOf(parsed.registration.text, sources)) ? parsed.registration.text : null
}

export default function RegistrationSalesPage({ loaderData, params }: Route.ComponentProps) {
  const { registration } = params
  return (
    <Suspense
      key={registration}
      fallback={
        <div className="wrap py-24">
          <PageMeta title={`${registration} | ${site.name}`} path={salePath(registration)} />
          <p className="loading mt-0">Loading sales data...</p>
        </div>
      }
    >
      <Await resolve={loaderData.sales}>
        {(sales) =>
          isRecorded(sales) ? (
            <Recorded registration={registration} sales={sales} />
          ) : sales.archive ? (
            <UnreadSales registration={registration} />
          ) : (
            <NotRecorded registration={registration} />
          )
        }
      </Await>
    </Suspense>
  )
}

async function readInBrowser(registration: string): Promise<RegistrationSales> {
  const { sourcesInBrowser } = await import('./data/sales-sources.client.ts')
  return readSalesOf(registration, sourcesInBrowser())
}

function Recorded({ registration, sales: loaded }: { registration: string; sales: RegistrationSales }) {
  const sales = useArchivedCopy(
    loaded,
    () => readInBrowser(registration),
    (copy) => !isRecorded(copy),
  )
  const { uk, jersey, similar, archive } = sales
  const latest = uk[0] ?? jersey[0]
  const explorer = uk.length > 0 ? 'uk' : 'jersey'
  const price = latest ? knownPrice(latest) : null
  const Face = explorer === 'jersey' ? JerseyPlateFace : PlateFace
  return (
    <article className="wrap pt-6 pb-24">
      <PageMeta
        title={`${registration}: What It Sold For | ${site.name}`}
        path={salePath(registration)}
        description={`${registration} ${latest ? `was sold in ${longSaleDate(latest)}` : 'was sold'}${price === null ? '' : ` for ${priceOr(price, '')} (${describeKnownPrice(latest as DocumentedSale, explorer)})`}${latest?.whereSold ? `, ${latest.whereSold}` : ''}: its recorded sales, each with its source, and how hammer price and total go together.`}
      />
      <p>
        <Link prefetch="intent" to={TEXTS[explorer].path} className="back-link">
          Back to the Sales Explorer
        </Link>
      </p>
      <div className="mt-6 grid items-end gap-x-12 gap-y-6 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <Face registration={registration} decorative className="block w-full max-w-[30rem]" />
        </div>
        <div className="lg:col-span-7">
          <h1 className="title">{registration}</h1>
          <p className="mt-3 max-w-reading text-lg text-quiet">
            {formatSaleCount(uk.length + jersey.length)} on public record. Every figure says where it comes
            from.
          </p>
        </div>
      </div>
      {archive && <p className="archive-banner">{describeArchived(explorer, archive.exportedAt)}</p>}
      {uk.map((sale) => (
        <RecordedSale key={sale.id} sale={sale} explorer="uk" />
      ))}
      {jersey.map((sale) => (
        <RecordedSale key={sale.id} sale={sale} explorer="jersey" />
      ))}
      {similar.length > 0 && <Similar sales={similar} />}
    </article>
  )
}

function formatSaleCount(count: number): string {
  return count === 1 ? 'One sale' : `${count} sales`
}

function Similar({ sales }: { sales: readonly DocumentedSale[] }) {
  return (
    <section className="mt-20 border-line border-t pt-8" aria-labelledby="similar">
      <h2 id="similar" className="subheading">
        Others of this shape
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {sales.map((sale) => (
          <li key={sale.id}>
            <Link prefetch="intent" to={salePath(sale.registration)} className="similar-sale">
              <PlateFace
                registration={sale.registration}
                title={sale.registration}
                className="w-32 shrink-0"
              />
              <span className="min-w-0">
                <span className="tabular block font-semibold">
                  {priceOr(knownPrice(sale), '-')}
                  {knownPrice(sale) !== null && (
                    <>
                      {' '}
                      <span className="font-normal text-quiet text-sm">{describeKnownPrice(sale)}</span>
                    </>
                  )}
                </span>
                <span className="block truncate text-quiet text-sm">
                  {longSaleDate(sale)}
                  {sale.whereSold && `, ${sale.whereSold}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnreadSales({ registration }: { registration: string }) {
  return (
    <div className="wrap py-24 md:py-32">
      <PageMeta title={`${registration} | ${site.name}`} path={salePath(registration)} noindex />
      <h1 className="title">{registration}</h1>
      <Unavailable title={`The sales of ${registration} cannot be read just now`}>
        This is a fault on our side: the list of sales does not answer, so we cannot say whether{' '}
        {registration} was sold, or for how much. Please try again in a minute, or ask us.
      </Unavailable>
    </div>
  )
}

function NotRecorded({ registration }: { registration: string }) {
  return (
    <div className="wrap py-24 md:py-32">
      <PageMeta title={`No Recorded Sale | ${site.name}`} path="/sales-explorer" noindex />
      <h1 className="title">No recorded sale</h1>
      <p className="mt-4 max-w-reading text-lg text-quiet">
        There is no public record of a sale of {registration.slice(0, 32)} that we know of. Most sales between
        private people are never reported.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link prefetch="intent" to="/sales-explorer" className="button">
          Search the Sales Explorer
        </Link>
        <Link prefetch="intent" to="/valuations" className="button button-quiet">
          Ask for a free valuation
        </Link>
      </p>
    </div>
  )
}
