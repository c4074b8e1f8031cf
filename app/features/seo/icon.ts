import { textResponse } from '#shared/text/text-response.ts'
import { LOGO } from '#shared/ui/logo-drawing.ts'
import { siteContext } from '../../context.ts'
import { lettersSvg } from '../../shared/og-image/logo-letters.ts'
import type { Route } from './+types/icon'

const SIDE = 44

/** The icon for a firm with letters other than those of the shipped icons: '/icons/AB.svg'. */
export function loader({ context, params }: Route.LoaderArgs) {
  const { letters } = context.get(siteContext).site
  if (params.file !== `${letters}.svg`) return new Response('There is no such icon.\n', { status: 404 })
  return textResponse(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">
<rect width="${SIDE}" height="${SIDE}" rx="8.8" fill="${LOGO.plate}"/>
<g transform="translate(0 ${(SIDE - LOGO.height) / 2})">${lettersSvg(letters)}</g>
</svg>
`,
  )
}
