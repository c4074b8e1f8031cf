/**
 * For the editor's dialog. GET lists the pictures, latest first (`?before=` with the `next` of the previous page). POST
 * stores the picture in the form field `file`, with the CSRF token in `csrf` or the header `X-Desk-Csrf`, and answers
 * `{ id, width, height }` or `{ error }` with a message.
 */
import { listPictures } from '#services/pictures/picture-store.ts'
import { deskContext, requirePerson } from '../../context.ts'
import type { Route } from './+types/pictures-json'
import { takeUpload } from './take-upload.server.ts'

export interface ListedPicture {
  id: string
  fileName: string
  width: number
  height: number
  /** The alternative text that an article used, as a suggestion. */
  alt: string | null
}

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePerson(context)
  const { database } = context.get(deskContext)
  const { pictures, next } = await listPictures(database, url.searchParams.get('before'))
  return Response.json({
    pictures: pictures.map(
      ({ id, fileName, width, height, uses }): ListedPicture => ({
        id,
        fileName,
        width,
        height,
        alt: uses.find(({ alt }) => alt !== null)?.alt ?? null,
      }),
    ),
    next,
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const stored = await takeUpload(context, request)
  if ('refusal' in stored) return Response.json({ error: stored.refusal }, { status: 400 })
  const { id, width, height } = stored
  return Response.json({ id, width, height }, { status: 201 })
}
