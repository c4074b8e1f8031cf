import { PlateFace } from '#shared/ui/plate-face.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import type { PageHandle } from '../../page-styles.ts'
import { DisabledLink } from '../../shared/ui/disabled-link.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { Page } from '../../shared/ui/page.tsx'
import type { Route } from './+types/guide-index'
import { guideIndex } from './article-lists.ts'
import { GuideList } from './guide-list.tsx'
import { loadCards, readArticles } from './reading.ts'

export const handle: PageHandle = { styles: ['article', 'article-lists'] }

export async function loader({ context }: Route.LoaderArgs) {
  const { articlesIn } = await import('./articles.server.ts')
  return guideIndex(articlesIn(context).list())
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return readArticles(serverLoader, async () => guideIndex(await loadCards()))
}

export default memoPage(function Guides({ loaderData: { history, inGrid, auctions } }: Route.ComponentProps) {
  return (
    <Page
      title="Information & Guides"
      path="/info"
      description="Guides to private number plates: their history, what the codes mean, buying at auction, assigning and keeping a registration, and the paperwork involved."
      lead="How number plates came about, how they are bought and sold, and the paperwork."
    >
      <ul className="guide-grid mt-10">
        {history && (
          <li className="guide-card guide-card-featured">
            <div>
              <h2 className="heading">{history.title}</h2>
              <p className="mt-4 max-w-[34rem] text-lg">{history.summary}</p>
              <p className="mt-6">
                <Link to={history.path} className="card-link" aria-label={`Read the guide: ${history.title}`}>
                  Read the guide
                </Link>
                <span className="ml-4 text-sm">{history.minutes} min read</span>
              </p>
            </div>
            <PlateFace registration={history.plate ?? 'A 1'} decorative className="guide-card-plate" />
          </li>
        )}
        {inGrid.map(({ slug, path, title, summary }) => (
          <Card key={slug} to={path} title={title} text={summary} />
        ))}
        <Card
          to="/auction-info"
          title="Auction guides"
          text="From the first account to the certificate: how the sales work, what they cost, and the one that began it all."
        />
        <Card
          to="/document-info"
          title="Document guides"
          text="Certificates, log books, Q plates, and what to do when the online service refuses."
        />
        <Card title="Number Plate Formats Explained" />
        <Card title="Legal Information" />
      </ul>

      <TitledSection id="auctions" title="Buying at auction" className="mt-20 md:mt-28">
        <GuideList guides={auctions} headingLevel="h3" />
      </TitledSection>
    </Page>
  )
})

/** Without `to`, the guide does not exist yet. */
function Card({ to, title, text }: { to?: string; title: string; text?: string }) {
  if (!to)
    return (
      <li className="guide-card guide-card-coming">
        <h2 className="subheading">
          <DisabledLink>{title}</DisabledLink>
        </h2>
        <p className="mt-auto pt-6">
          <span className="tag">Coming Soon</span>
        </p>
      </li>
    )
  return (
    <li className="guide-card">
      <h2 className="subheading">{title}</h2>
      <p className="mt-3 text-quiet">{text}</p>
      <p className="mt-auto pt-6">
        <Link to={to} className="card-link">
          Read more<span className="sr-only">: {title}</span>
        </Link>
      </p>
    </li>
  )
}
