import { siteContext } from '../../context.ts'
import { brandOf, listOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'
import { sourcesOf } from '../sales/data/sales-sources.ts'
import type { Route } from './+types/og-image'
import { MAX_DRAWN, parseSentList } from './sent-list.ts'

/** '/share/shortlist.png?p=WD1,RTL1': the plates of a list that are in stock or on record, six at most. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { listed, unreadable } = parseSentList(url.searchParams.getAll('p'))
  if (listed.length === 0 || listed.length > MAX_DRAWN || unreadable > 0) return notFound()
  const site = context.get(siteContext)
  const { readComparison } = await import('./read-comparison.ts')
  const { plates, absent } = await readComparison(listed, site.client, () => sourcesOf(site))
  const known = new Set([
    ...plates.map(({ registration }) => registration),
    ...absent.filter(({ sold }) => sold !== null).map(({ registration }) => registration),
  ])
  if (known.size === 0) return notFound()
  return pngResponse(await listOgImage([...known], await brandOf(site)))
}

const notFound = () => new Response('There is no such picture.\n', { status: 404 })
