import { siteContext } from '../../context.ts'
import { plateOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'
import type { Route } from './+types/og-image'
import { findPlate } from './find-plates.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const registration = params.file.replace(/\.png$/, '')
  const plate =
    registration === params.file ? null : await findPlate(context.get(siteContext).client, registration)
  if (!plate) return new Response('There is no such picture.\n', { status: 404 })
  return pngResponse(await plateOgImage(plate.registration))
}
