import { redirect } from 'react-router'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import { isoMonth } from '#shared/text/format.ts'
import { jsonResponse } from '#shared/text/text-response.ts'
import { platePath, registrationPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { SimilarSale } from '../sales/similar-sales/similar-sales.ts'
import type { Route } from './+types/registration-json'
import { canonicalPath, type KnownRegistration, readRegistration } from './read-registration.server.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const typed = params.registration
  const leadTo = (path: string) => redirect(`${path}.json${url.search}`, 301)
  const canonical = canonicalPath(typed)
  if (canonical !== null && url.pathname !== `${canonical}.json`) return leadTo(canonical)
  const known = await readRegistration(typed, site)
  if (known.hasReadFailed)
    return json({ error: 'We can’t check our records just now. Please try again in a minute.' }, 503, {
      'Retry-After': '30',
    })
  if (!('registration' in known))
    return json({ error: known.reason, near: known.near.map(describeNear) }, 404)
  const path = registrationPath(known.registration)
  if (url.pathname !== `${path}.json`) return leadTo(path)
  return json(describeKnown(known, site.siteUrl), 200, {
    Link: `<${site.siteUrl}${path}>; rel="canonical"`,
    'X-Robots-Tag': 'noindex',
  })
}

const json = (body: object, status: number, headers?: Record<string, string>) =>
  jsonResponse(JSON.stringify(body, null, 2), status, headers)

const describeNear = (registration: string) => ({
  registration,
  url: `${registrationPath(registration)}.json`,
})

function describeKnown(known: KnownRegistration, siteUrl: string): object {
  const { registration, system, readings, sales, plate, estimate, comparables, sameFormat } = known
  return {
    registration,
    system,
    readings,
    sold: sales.records.map(describeSale),
    forSale: plate && {
      priceGbp: plate.priceGbp > 0 ? plate.priceGbp : null,
      url: `${siteUrl}${platePath(plate.registration)}`,
    },
    estimate: describeEstimate(estimate),
    comparables: (comparables ?? []).map(describeComparable),
    sameFormat: sameFormat.map(describeComparable),
  }
}

const describeComparable = ({ sale, why }: SimilarSale) => ({
  registration: sale.registration,
  hammerGbp: sale.hammerPriceGbp,
  date: isoMonth(sale.saleYear, sale.saleMonth),
  why,
})

/** Null for a price that no source gives. */
function describeSale(sale: DocumentedSale): object {
  return {
    date: isoMonth(sale.saleYear, sale.saleMonth),
    whereSold: sale.whereSold,
    hammerGbp: sale.hammerPriceGbp,
    totalGbp: sale.totalPriceGbp,
    priceBasis: sale.priceBasis,
    source: sale.sourceUrl,
  }
}

function describeEstimate(estimate: KnownRegistration['estimate']): object | null {
  if ('refused' in estimate) return { refused: estimate.refused }
  if (!('midGbp' in estimate)) return null
  const { lowGbp, midGbp, highGbp, confidence, restsOnOwnSale } = estimate
  return { lowGbp, midGbp, highGbp, confidence, restsOnOwnSale }
}
