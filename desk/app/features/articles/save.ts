/** The JSON endpoint with which the editor's script saves automatically. */
import { requirePerson } from '../../context.ts'
import type { Route } from './+types/save'
import { saveArticle } from './save-article.server.ts'

export async function action({ context, params, request }: Route.ActionArgs) {
  requirePerson(context)
  const answer = await saveArticle(context, params.id, await request.formData())
  const status = { done: 200, refused: 400, conflict: 409 }[answer.kind]
  return Response.json(answer, { status })
}
