import type { PageHandle } from '../../page-styles.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/guide-hub'
import { listGuides } from './article-lists.ts'
import { GuideList } from './guide-list.tsx'

const PAGES = {
  auction: {
    path: '/auction-info',
    title: 'Auction Guides',
    description:
      'How number plates are sold at auction in Britain: registering, bidding, fees beyond the hammer price, the houses compared, and what happens afterwards.',
    intro:
      'How number plates are sold at auction in Britain, what they cost beyond the hammer price, and the sale of December 1989 that began it all.',
  },
  document: {
    path: '/document-info',
    title: 'Documentation Guides',
    description:
      'The paperwork for a private registration: assigning it to a vehicle, what Q plates are, and what to do when it cannot be retained or assigned online.',
    intro:
      'The paperwork for a private registration: what each document is for, and what to do when the online service says no.',
  },
}

const hubAt = (path: string) => (path.toLowerCase().startsWith('/auction') ? 'auction' : 'document')

export const handle: PageHandle = { styles: ['article', 'article-lists'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const hub = hubAt(url.pathname)
  const { articlesIn } = await import('./articles.server.ts')
  return { hub, guides: articlesIn(context).listGuides(hub) } as const
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const hub = hubAt(url.pathname)
  const { readArticles, loadCards } = await import('./reading.client.ts')
  return readArticles(serverLoader, async () => {
    return { hub, guides: listGuides(await loadCards(), hub) } as const
  })
}

export default function GuideHub({ loaderData: { hub, guides } }: Route.ComponentProps) {
  const { path, title, description, intro } = PAGES[hub]
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta title={title} path={path} description={description} />
      <h1 className="title">{title}</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">{intro}</p>
      <GuideList guides={guides} headingLevel="h2" />
    </div>
  )
}
