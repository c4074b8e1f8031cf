/**
 * For the editor's dialog. A GET lists the pictures, the latest first (`?before=` the `next` of the page before). A POST of
 * a form with the picture in `file`, and with the token in `csrf` or the header `X-Desk-Csrf`, stores it:
 * `{ id, width, height }`, or `{ error }` in words.
 */
import { listPictures } from '../../../../services/pictures/picture-store.ts'
import { deskContext, requirePerson } from '../../context.ts'
import type { Route } from './+types/pictures-json'
import { takeUpload } from './take-upload.server.ts'

export interface ListedPicture {
  id: string
  fileName: string
  width: number
  height: number
  /** What an article said in its place, to begin with. */
  alt: string | null
}

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePerson(context)
  const { client } = context.get(deskContext)
  const { pictures, next } = await listPictures(client, url.searchParams.get('before'))
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
