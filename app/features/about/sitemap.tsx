import type { ArticleCard } from '#shared/articles/article.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import { listPlateChanges } from '#shared/plates/find-plates.ts'
import { readStockVersion } from '#shared/plates/list-plates.ts'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { platePath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { FooterLink } from '../../shared/ui/footer.tsx'
import { useHasAccuracy } from '../../shared/ui/has-accuracy.ts'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { Page } from '../../shared/ui/page.tsx'
import { accuracyLink, furtherLinks, menuLinks, statementLinks } from '../../shared/ui/site-links.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { articlesIn } from '../articles/articles.server.ts'
import type { Route } from './+types/sitemap'

export const handle: PageHandle = { styles: [] }

const MAX_PLATES = 300

export async function loader({ context }: Route.LoaderArgs) {
  const { client, statementPages, logError } = context.get(siteContext)
  const read = Promise.all([listPlateChanges(client, { count: MAX_PLATES }), readStockVersion(client)])
  const [plates, stock] = await withFallback(read, [[], { count: 0 }], 'Error fetching plates', logError)
  const articles = articlesIn(context)
  const links = (cards: ArticleCard[]) => cards.map(({ path, title }) => ({ to: path, text: title }))
  return {
    reading: [
      { title: 'News', links: links(articles.list('news')) },
      { title: 'Guides', links: links(articles.listGuides('info')) },
      { title: 'Auction guides', links: links(articles.listGuides('auction')) },
      { title: 'Documentation guides', links: links(articles.listGuides('document')) },
      { title: 'Plate stories', links: links(articles.list('stories')) },
    ],
    plates: plates.map(({ registration }) => registration),
    plateCount: stock.count,
    statements: statementLinks(statementPages),
  }
}

export default memoPage(function Sitemap({
  loaderData: { reading, plates, plateCount, statements },
}: Route.ComponentProps) {
  const hasAccuracy = useHasAccuracy()
  return (
    <Page
      title="Sitemap"
      path="/sitemap"
      description="Every page of this site on one page: the plates for sale, the services, the sales explorers, and all news, guides and stories."
    >
      <div className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
        <Group
          title="Pages"
          links={[...menuLinks, ...(hasAccuracy ? [accuracyLink] : []), ...furtherLinks, ...statements]}
        />
        {reading.map(({ title, links }) => (
          <Group key={title} title={title} links={links} />
        ))}
      </div>
      {plates.length > 0 && (
        <TitledSection
          id="plates"
          title="Plates for sale"
          size="subheading"
          className="mt-14 border-line border-t pt-8"
        >
          <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-6">
            {plates.map((registration) => (
              <li key={registration}>
                <FooterLink to={platePath(registration)} text={registration} />
              </li>
            ))}
          </ul>
          {plateCount > plates.length && (
            <p className="mt-4 text-quiet">
              These are the first {plates.length} of {plateCount};{' '}
              <TextLink to="/plates">all plates</TextLink> are on their own page.
            </p>
          )}
        </TitledSection>
      )}
    </Page>
  )
})

function Group({ title, links }: { title: string; links: readonly { to: string; text: string }[] }) {
  if (links.length === 0) return null
  return (
    <section>
      <h2 className="subheading">{title}</h2>
      <ul className="mt-3">
        {links.map(({ to, text }) => (
          <li key={to}>
            <FooterLink to={to} text={text} />
          </li>
        ))}
      </ul>
    </section>
  )
}
