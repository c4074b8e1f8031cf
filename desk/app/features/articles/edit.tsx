import { data, redirect } from 'react-router'
import { changeAddress } from '#services/articles/addresses.ts'
import type { ArticleContent } from '#services/articles/article-content.ts'
import { createPreviewLink, revokePreviewLink } from '#services/articles/preview-link.ts'
import { removeArticle, unscheduleArticle, withdrawArticle } from '#services/articles/publish-article.ts'
import { ArticleRefusal } from '#services/articles/refusal.ts'
import { actorOf } from '../../context.ts'
import { answerForm } from '../../ui/form-answer.server.ts'
import { ownEntry } from '../../ui/own-entry.ts'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/edit'
import { ArticleEditor } from './article-editor.tsx'
import { ArticleSettings } from './article-settings.tsx'
import { articleTools } from './article-tools.server.ts'
import stylesheet from './articles.css?url'
import { contentOfForm } from './content-of-form.ts'
import { readArticlePage } from './read-page.server.ts'
import { INTENTS } from './save-answer.ts'
import { saveArticle } from './save-article.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return { ...(await readArticlePage(context, params.id)), done: url.searchParams.get('done') }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = textOf(form, 'intent') || 'save'
  if ((INTENTS as readonly string[]).includes(intent)) {
    const answer = await saveArticle(context, id, form)
    if (answer.kind === 'done') return redirect(`/articles/${id}?done=${answer.intent}`)
    const publishAt = { day: textOf(form, 'publishDay'), time: textOf(form, 'publishTime') }
    const refused = { answer, content: contentOfForm(form) as ArticleContent, publishAt }
    return data({ refused }, { status: answer.kind === 'conflict' ? 409 : 400 })
  }
  const { database, shipped, refresh } = await articleTools(context)
  const decision = { id, actor: actorOf(context) }
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    withdraw: () => withdrawArticle(database, shipped, decision),
    unschedule: () => unscheduleArticle(database, decision),
    remove: () => removeArticle(database, shipped, decision),
    address: () =>
      changeAddress(database, shipped, {
        ...decision,
        slug: textOf(form, 'slug').trim(),
        takesFormerAddress: form.has('takesFormerAddress'),
      }),
    'preview-link': () => createPreviewLink(database, decision),
    'revoke-link': () => revokePreviewLink(database, decision),
  }
  const change = ownEntry(changes, intent)
  if (!change) throw new Response(null, { status: 400 })
  try {
    await change()
    await refresh()
    return redirect(`/articles${intent === 'remove' ? '' : `/${id}`}?done=${intent}`)
  } catch (error) {
    if (!(error instanceof ArticleRefusal)) throw error
    return answerForm(form, error, 400, { refused: null })
  }
}

export default function Article({ loaderData, actionData }: Route.ComponentProps) {
  const { article, content } = loaderData
  return (
    <Page title={content.title || 'Untitled'}>
      <ArticleEditor key={article.id} loaded={loaderData} refused={actionData?.refused ?? null} />
      <ArticleSettings
        article={article}
        siteUrl={loaderData.siteUrl}
        answer={actionData?.refused === null ? actionData : undefined}
      />
    </Page>
  )
}
