import { defaultOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'

/** `/share/house.png`: the Open Graph image of every page without one of its own. */
export async function loader() {
  return pngResponse(await defaultOgImage())
}
