import { redirect } from 'react-router'
import { listVersions, readArticle, readVersion } from '#services/articles/article-store.ts'
import { compareVersions } from '#services/articles/compare-versions.ts'
import { ArticleConflict, ArticleRefusal } from '#services/articles/refusal.ts'
import { saveVersion } from '#services/articles/save-version.ts'
import { Table } from '#shared/ui/table.tsx'
import { actorOf, orNotFound } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { ButtonLink, Page, Section } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/versions'
import { articleTools } from './article-tools.server.ts'
import stylesheet from './articles.css?url'
import { Differences } from './differences.tsx'
import { KIND_LABELS } from './words.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { database } = await articleTools(context)
  const [found, heads] = await Promise.all([readArticle(database, id), listVersions(database, id)])
  const { article, latest } = orNotFound(found)
  const chosen = (name: string, or: string | undefined) =>
    heads.find((head) => head.id === url.searchParams.get(name))?.id ?? or ?? latest.id
  const to = chosen('to', latest.id)
  const from = chosen('from', heads[heads.findIndex((head) => head.id === to) + 1]?.id)
  const [before, after] = await Promise.all([readVersion(database, id, from), readVersion(database, id, to)])
  return {
    id,
    title: latest.content?.title || 'Untitled',
    revision: article.revision,
    latest: latest.id,
    from,
    to,
    versions: heads.map((head) => ({
      ...head,
      moment: fullMoment(head.at),
      isPublic: head.id === article.publishedVersion,
    })),
    differences: before?.content && after?.content ? compareVersions(before.content, after.content) : null,
  }
}

/** Saves an earlier version as the latest. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { database } = await articleTools(context)
  const form = await request.formData()
  const version = await readVersion(database, id, textOf(form, 'version'))
  try {
    if (!version?.content) throw new ArticleRefusal('This version has been removed or can no longer be read.')
    const revision = Number(textOf(form, 'revision'))
    await saveVersion(database, {
      id,
      revision,
      content: version.content,
      kind: 'saved',
      actor: actorOf(context),
    })
    return redirect(`/articles/${id}?done=restore`)
  } catch (error) {
    if (!(error instanceof ArticleRefusal || error instanceof ArticleConflict)) throw error
    return answerForm(form, { message: error.message }, 409)
  }
}

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, revision, latest, from, to, versions, differences } = loaderData
  const nameOf = (version: string) => {
    const head = versions.find((other) => other.id === version)
    return head ? `Version ${head.number}` : ''
  }
  return (
    <Page
      title={`Versions of “${title}”`}
      actions={<ButtonLink to={`/articles/${id}`}>Back to the article</ButtonLink>}
    >
      <FormProblem>{actionData?.message}</FormProblem>
      <form method="get">
        <Table
          className="ledger ledger-plain article-table versions-table"
          columns={['Earlier', 'Later', 'Version', 'Saved']}
        >
          <tbody>
            {versions.map((version) => (
              <tr key={version.id}>
                <td>
                  <Choice name="from" version={version} isChosen={version.id === from} label="the earlier" />
                </td>
                <td>
                  <Choice name="to" version={version} isChosen={version.id === to} label="the later" />
                </td>
                <th scope="row">
                  {version.number}
                  <span className="cell-aside">
                    {version.isPublic ? 'Visitors see this one' : KIND_LABELS[version.kind]}
                  </span>
                </th>
                <td>
                  {version.moment} <span className="cell-aside">{version.person}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
        <p className="mt-3">
          <SubmitButton data-main>Compare</SubmitButton>
        </p>
      </form>
      <Section id="compared-title" title={`${nameOf(from)} and ${nameOf(to)}`} className="mt-6">
        {differences ? (
          <Differences differences={differences} before={nameOf(from)} after={nameOf(to)} />
        ) : (
          <p className="remark">This release cannot read one of the two versions.</p>
        )}
        {from !== latest && (
          <DeskForm action={`/articles/${id}/versions`} className="mt-4" sends={{ version: from, revision }}>
            <SubmitButton>{`Restore ${nameOf(from).toLowerCase()}`}</SubmitButton>
          </DeskForm>
        )}
      </Section>
    </Page>
  )
}

interface ChoiceProps {
  name: 'from' | 'to'
  version: { id: string; number: number }
  isChosen: boolean
  label: string
}

function Choice({ name, version: { id, number }, isChosen, label }: ChoiceProps) {
  return (
    <label className="inline-grid min-h-10 min-w-10 content-center justify-start">
      <input type="radio" name={name} value={id} defaultChecked={isChosen} />
      <span className="sr-only">{`Version ${number} as ${label} one`}</span>
    </label>
  )
}
