import { siteContext } from '../../context.ts'
import { brandOf, defaultOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'
import type { Route } from './+types/default-og-image'

export async function loader({ context }: Route.LoaderArgs) {
  return pngResponse(await defaultOgImage(await brandOf(context.get(siteContext))))
}
