import { data } from 'react-router'
import type { PageHandle } from '../../page-styles.ts'
import { meantPages } from '../../shared/meant-pages.ts'
import { loadCards } from '../articles/reading.ts'
import type { Route } from './+types/not-found'
import { NotFoundPage } from './not-found-page.tsx'

export const handle: PageHandle = { styles: [] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { articlesIn } = await import('../articles/articles.server.ts')
  return data({ meant: meantPages(url.pathname, articlesIn(context).list()) }, { status: 404 })
}

/** Avoids a request to the server's loader: the titles of the articles are part of the build. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { meant: meantPages(url.pathname, await loadCards().catch(() => [])) }
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return <NotFoundPage meant={loaderData?.meant} />
}
