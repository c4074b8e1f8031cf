import { redirect } from 'react-router'
import { findPicture, removePicture } from '#services/pictures/picture-store.ts'
import { findUses } from '#services/pictures/picture-uses.ts'
import { pictureFilePath } from '#shared/articles/picture-address.ts'
import { formatNumber } from '#shared/text/format.ts'
import { actorOf, deskContext, orNotFound, requirePerson } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import { Fact } from '../stock/plate-fact.tsx'
import type { Route } from './+types/picture'
import { formatBytes } from './format-bytes.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  requirePerson(context)
  const { database } = context.get(deskContext)
  const picture = orNotFound(await findPicture(database, params.id))
  const uses = (await findUses(database, picture.id)).get(picture.id) ?? []
  return { ...picture, uses, added: fullMoment(picture.createdAt) }
}

/** The form that removes the picture. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const refused = await removePicture(context.get(deskContext).database, params.id, actorOf(context))
  return refused
    ? answerForm(await request.formData(), { message: refused.refusal }, 409)
    : redirect('/pictures?removed')
}

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const { id, fileName, width, height, bytes, person, added, uses } = loaderData
  return (
    <Page title={fileName}>
      <div className="grid desk:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)] gap-x-12 gap-y-6">
        <div>
          <img
            src={pictureFilePath(id, '800')}
            width={width}
            height={height}
            alt={uses.find(({ alt }) => alt)?.alt ?? `The picture ${fileName}`}
            className="h-auto max-h-[70vh] w-auto max-w-full border border-line"
          />
          <p className="mt-6 mb-2 text-quiet text-sm">How it looks when its article is shared (16:9):</p>
          <img
            src={pictureFilePath(id, 'share')}
            width={1200}
            height={675}
            alt=""
            className="h-auto max-h-[70vh] w-auto max-w-[min(100%,20rem)] border border-line"
          />
        </div>
        <div>
          <dl className="*:border-line *:border-b *:py-2 [&_dt]:text-aside [&_dt]:text-quiet">
            <Fact label="Size">
              {formatNumber(width)} × {formatNumber(height)}, {formatBytes(bytes)} in all sizes
            </Fact>
            <Fact label="Added">
              {added}, by {person}
            </Fact>
            <Fact label="In an article">
              <code className="break-all">{`![What it shows](/pictures/${id})`}</code>
            </Fact>
          </dl>
          <h2 className="desk-subtitle mt-6">Where it is used</h2>
          {uses.length === 0 ? (
            <p className="mt-2 text-quiet">In no article.</p>
          ) : (
            <ul className="ledger-list">
              {uses.map(({ articleId, title, alt }) => (
                <li key={articleId} className="py-2">
                  <TextLink to={`/articles/${articleId}`} data-row>
                    {title}
                  </TextLink>
                  <span className="block text-quiet text-sm">
                    {alt ? `Described as “${alt}”` : 'Without a description'}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <FormProblem className="mt-4">{actionData?.message}</FormProblem>
          <div className="mt-6 flex flex-wrap items-center gap-4">
            {uses.length === 0 && (
              <DeskForm>
                <SubmitButton data-danger>Remove this picture</SubmitButton>
              </DeskForm>
            )}
            <TextLink to="/pictures">All pictures</TextLink>
          </div>
        </div>
      </div>
    </Page>
  )
}
