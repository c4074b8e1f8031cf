import type { ArticleCard } from '#shared/articles/article.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import { findPlate, type ListedPlate } from '#shared/plates/find-plates.ts'
import { WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { isSearch, MAX_SEARCH_LENGTH } from '#shared/plates/search/plate-search.ts'
import type { Shown } from '#shared/plates/search/plate-view.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import type { Registration } from '#shared/registration/registration.ts'
import { describeRegistration } from '#shared/registration/registration-facts.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import { WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { type ExplorerPage, viewSales } from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { EXPLORER_LIST, type Explorer } from '#shared/sales/explorers.ts'
import type { Sale } from '#shared/sales/sale.ts'
import { readArchived, withArchiveFallback } from '#shared/sales/sale-records.ts'
import { readPage } from '#shared/sales/sales-query.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import type { SiteContext } from '../../context.ts'
import { type SiteLink, statementLinks } from '../../shared/ui/site-links.ts'
import { articlesOf } from '../articles/articles.server.ts'
import { searchArticles } from '../articles/search-articles.server.ts'
import { lawfulRegistrations } from '../find/lawful.ts'
import { readFirstPage } from '../plates/large-stock.server.ts'
import { sourcesOf } from '../sales/data/sales-sources.ts'
import { findPages } from './pages.ts'

/** The maximum for each group; a link leads to the others. */
const MAX_HITS = 6
/** In letters and digits: longer text is neither a registration nor a part of one. */
const MAX_PLATE_LENGTH = 16

export interface SiteSearch {
  /** The search text; '' for none. */
  search: string
  /** The typed registration with what is known about it. */
  registration: { text: string; facts: string; isTransferable: boolean } | null
  /** The name or word for which plates can be found: 'SOPHIE'. */
  name: string | null
  plates: { shown: Shown<ListedPlate>[]; count: number; isNear: boolean }
  /** One entry for each explorer with matching sales. */
  sales: FoundSales[]
  articles: { shown: ArticleCard[]; count: number }
  pages: SiteLink[]
}

type FoundSales = Pick<Explorer, 'path' | 'place' | 'hasHammerPrice' | 'home'> & {
  shown: Sale[]
  count: number
}

const NO_PLATES = { shown: [], count: 0, isNear: false }

/**
 * Searches plates, recorded sales, articles and pages.
 * @returns the registration itself if the text is that of a plate for sale, whose page is the answer
 */
export async function searchSite(
  typed: string,
  site: SiteContext,
): Promise<SiteSearch | { forSale: string }> {
  const search = cleanLine(typed).slice(0, MAX_SEARCH_LENGTH)
  const registration = readRegistration(search)
  const log = <Value>(read: Promise<Value>, fallback: Value, what: string) =>
    withFallback(read, fallback, `Error searching ${what}`, site.logError)
  const isPlate = isSearch(search) && compactOf(search).length <= MAX_PLATE_LENGTH
  const articles = searchArticles(search, articlesOf(site))
  const [plate, plates, sales] = await Promise.all([
    registration && log(findPlate(site.client, registration.text), null, 'plates'),
    isPlate ? log(findPlates(search, site), NO_PLATES, 'plates') : NO_PLATES,
    isPlate
      ? Promise.all(EXPLORER_LIST.map((explorer) => log(findSales(explorer, search, site), [], 'sales')))
      : [],
  ])
  if (plate) return { forSale: plate.registration }
  const foundPages = findPages(search, statementLinks(site.statementPages))
  return {
    search,
    registration: registration && describeFoundRegistration(registration),
    name: registration || foundPages.length > 0 ? null : readName(search, articles.length > 0),
    // A search for a subject does not refer to a plate that looks like it.
    plates: plates.isNear && articles.length > 0 && !registration ? NO_PLATES : plates,
    sales: sales.flat(),
    articles: { shown: articles.slice(0, MAX_HITS), count: articles.length },
    pages: foundPages,
  }
}

function readRegistration(search: string): Registration | null {
  const parsed = parseTyped(search)
  return parsed.ok ? parsed.registration : null
}

function describeFoundRegistration(registration: Registration): SiteSearch['registration'] {
  const { sentences, vehicles } = describeRegistration(registration)
  return {
    text: registration.text,
    facts: sentences.slice(0, 2).join(' '),
    isTransferable: vehicles.may !== 'none',
  }
}

/** A single word may be a name even if articles contain it; 'auction fees' is not a name. */
function readName(search: string, isInArticles: boolean): string | null {
  const { name, registrations } = lawfulRegistrations(search, { limit: 1 })
  return name && registrations.length > 0 && (name.words.length === 1 || !isInArticles) ? name.shown : null
}

async function findPlates(search: string, site: SiteContext): Promise<SiteSearch['plates']> {
  const { shown, count, alternatives } = await readFirstPage(site, { ...WHOLE_STOCK, search })
  if (count > 0) return { shown: shown.slice(0, MAX_HITS), count, isNear: false }
  const near = alternatives?.why === 'near' ? alternatives.shown : []
  return { shown: near.slice(0, MAX_HITS), count: 0, isNear: near.length > 0 }
}

async function findSales(
  { name, path, place, hasHammerPrice, home }: Explorer,
  search: string,
  site: SiteContext,
): Promise<FoundSales[]> {
  const sources = sourcesOf(site)
  const view = { ...WHOLE_VIEW, search }
  const page = await withArchiveFallback<ExplorerPage, ExplorerPage>(
    sources,
    () => readPage(site.client, name, view, facetsOf([]), { logError: site.logError }),
    async () => viewSales((await readArchived(name, sources)).records, view, name),
  )
  const shown = page.rows.slice(0, MAX_HITS)
  return page.count === 0 ? [] : [{ path, place, hasHammerPrice, home, shown, count: page.count }]
}
