import { defaultOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'

export async function loader() {
  return pngResponse(await defaultOgImage())
}
