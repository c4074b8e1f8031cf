import { redirect } from 'react-router'
import { emptyContent } from '#services/articles/article-content.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { SECTIONS } from '#shared/articles/article.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { actorOf, deskContext, requirePerson } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/new'
import { articleTools } from './article-tools.server.ts'

const MAX_TITLE_LENGTH = 300

export function loader({ context }: Route.LoaderArgs) {
  requirePerson(context)
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  const { database, shipped } = await articleTools(context)
  const form = await request.formData()
  const title = cleanLine(textOf(form, 'title')).slice(0, MAX_TITLE_LENGTH)
  const section = SECTIONS.find((name) => name === textOf(form, 'section')) ?? 'news'
  if (title === '')
    return answerForm(form, { fields: { title: 'Give it a title. You can change it later.' } })
  const content = { ...emptyContent(section, context.get(deskContext).site.name), title }
  const { article } = await createArticle(database, shipped, { section, content, actor: actorOf(context) })
  return redirect(`/articles/${article.id}`)
}

export default function NewArticle({ actionData }: Route.ComponentProps) {
  return (
    <Page title="Write an article">
      <DeskForm action="/articles/new" className="grid max-w-reading gap-4" answer={actionData} echoOnRefusal>
        <SelectField
          label="Section"
          name="section"
          options={{
            news: 'News: about an event',
            guides: 'Guide: explains a subject',
            stories: 'Story: the history of one plate',
          }}
        />
        <TextField
          label="Title"
          name="title"
          help="The address is made from the title. You can change both later"
          maxLength={MAX_TITLE_LENGTH}
          required
          autoFocus
        />
        <p>
          <SubmitButton data-main>Start writing</SubmitButton>
        </p>
      </DeskForm>
    </Page>
  )
}
