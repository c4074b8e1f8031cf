import { siteContext } from '../../context.ts'
import { shareImage } from '../../shared/ui/share-image.server.ts'
import type { Route } from './+types/og-image'
import { findPlate } from './find-plates.ts'

const DAY_SECONDS = 86_400

/** `/share/plate/AB%201.png`: the picture that a message or a post shows of a plate's page. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const registration = params.file.replace(/\.png$/, '')
  const plate =
    registration === params.file ? null : await findPlate(context.get(siteContext).client, registration)
  if (!plate) return new Response('There is no such picture.\n', { status: 404 })
  return new Response(await shareImage(plate.registration), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${DAY_SECONDS}` },
  })
}
