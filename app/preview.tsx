// One article as it will look, for somebody who has the link and no sign-in. Outside the features, since it shows two.
import { data } from 'react-router'
import type { Route } from './+types/preview'
import { siteContext } from './context.ts'
import { ArticlePage } from './features/articles/article-page.tsx'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { Page } from './shared/ui/page.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { withPlateStates } = await import('./features/articles/plate-states.server.ts')
  const { withFirm } = await import('./features/articles/articles.server.ts')
  const services = context.get(siteContext)
  const preview = await services.articles.readPreview(params.token)
  if (!preview) return data({ preview: null }, { status: 404, headers: PRIVATE })
  const { firmInArticles: firm } = services
  const written = preview.article && firm ? withFirm(preview.article, firm) : preview.article
  const article = written && (await withPlateStates(written, services))
  return data({ preview: { ...preview, article } }, { headers: PRIVATE })
}

const PRIVATE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Preview({ loaderData: { preview }, params }: Route.ComponentProps) {
  if (!preview) return <NotFoundPage />
  const { title, article, faults } = preview
  return (
    <>
      <p className="page-band">
        <strong>Preview, not published.</strong> Only people with this link can see this page.
      </p>
      {article ? (
        <ArticlePage article={article} isPreview />
      ) : (
        <Page
          title="Preview"
          path={`/preview/${params.token}`}
          noindex
          heading={title || 'Untitled'}
          lead="This article cannot be shown yet:"
        >
          <ul className="prose mt-4">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Page>
      )}
    </>
  )
}
