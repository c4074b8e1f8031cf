// Terms of sale, refunds, complaints: what the firm has written. Not in features/, because it also shows the page of the
// feature not-found.
import { data } from 'react-router'
import { Statements } from '#shared/ui/statements.tsx'
import type { Route } from './+types/statement-page'
import { siteContext } from './context.ts'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { Page } from './shared/ui/page.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  const page = context
    .get(siteContext)
    .statementPages.find(({ path }) => url.pathname.toLowerCase().startsWith(path))
  return page ? { page } : data({ page: null }, { status: 404 })
}

export default function StatementPage({ loaderData: { page } }: Route.ComponentProps) {
  if (!page) return <NotFoundPage />
  const { path, title, description, statements } = page
  return (
    <Page title={title} path={path} description={description}>
      <div className="prose statements wrap-anywhere mt-10 whitespace-pre-line">
        <Statements statements={statements} />
      </div>
    </Page>
  )
}
