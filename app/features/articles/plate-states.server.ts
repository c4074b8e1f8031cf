/** Adds the state of our plates to their links in an article, from the stock at the time of rendering. */

import type { Article } from '#shared/articles/article.ts'
import { readWhereIn } from '#shared/data/read-all.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { SiteContext } from '../../context.ts'

/** Inserted by content/markdown.ts after a link to a plate, and after a plate that the article offers. */
const PLACE = /<span data-(plate|offer)="([^"]*)"><\/span>/g

/** Keyed by registration without spaces; a missing plate is no longer for sale. */
type States = Map<string, { priceGbp: number } | 'sold'>

/** While the stock cannot be read, no state is shown. */
export async function withPlateStates(
  article: Article,
  context: Pick<SiteContext, 'articles' | 'client' | 'logError' | 'site'>,
): Promise<Article> {
  if (article.plates.length === 0) return article
  const states = await withFallback(
    readStates(context, article.plates),
    null,
    'Error reading the plates of an article',
    context.logError,
  )
  const html = article.html.replace(PLACE, (_, kind: string, name: string) => {
    if (!states) return ''
    const state = states.get(compactOf(name))
    if (state === undefined) return ' <span class="plate-state">(no longer for sale)</span>'
    if (state === 'sold') return ' <span class="plate-state">(sold)</span>'
    return kind === 'offer' ? ` <span class="plate-price">${formatGbp(state.priceGbp)}</span>` : ''
  })
  return { ...article, html }
}

async function readStates(
  { articles, client, site }: Pick<SiteContext, 'articles' | 'client' | 'site'>,
  registrations: readonly string[],
): Promise<States> {
  const states: States = new Map()
  for (const name of await articles.soldAmong(registrations)) states.set(name, 'sold')
  const names = [...new Set(registrations.flatMap(spellings))]
  const rowsOf = (table: string, columns: string) =>
    readWhereIn(client, table, 'plate_number', names, `plate_number,${columns}`)
  const [stock, ...sales] = await Promise.all([
    rowsOf('plates', 'price,is_available'),
    ...EXPLORER_LIST.map(({ table }) => rowsOf(table, 'where_sold')),
  ])
  for (const { plate_number, where_sold } of sales.flat())
    if (where_sold === site.name) states.set(compactOf(String(plate_number)), 'sold')
  for (const { plate_number, price, is_available } of stock)
    if (is_available) states.set(compactOf(String(plate_number)), { priceGbp: Number(price) })
  return states
}

/** The registration as linked, and as stored. */
function spellings(registration: string): string[] {
  const parsed = parseRegistration(registration)
  return [registration, ...(parsed.ok ? [parsed.registration.text] : [])]
}
