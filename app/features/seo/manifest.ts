import { textResponse } from '#shared/text/text-response.ts'
import { hasShippedIcons, iconPath } from '#shared/ui/icon-path.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/manifest'

const icon = (file: string, size: number, purpose?: string) => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose && { purpose }),
})

const DRAWN = [
  icon('icon-192.png', 192),
  icon('icon-512.png', 512),
  icon('icon-maskable-192.png', 192, 'maskable'),
  icon('icon-maskable-512.png', 512, 'maskable'),
]

const PAPER = '#fbfaf7'

/** For phones that add the site to their home screen. */
export function loader({ context }: Route.LoaderArgs) {
  const { name, letters } = context.get(siteContext).site
  return textResponse(
    'application/manifest+json',
    JSON.stringify({
      name,
      short_name: name,
      description: 'Private number plates for sale, directly from their owner',
      lang: 'en-GB',
      start_url: '/',
      scope: '/',
      display: 'browser',
      background_color: PAPER,
      theme_color: PAPER,
      icons: [
        { src: iconPath(letters), sizes: 'any', type: 'image/svg+xml' },
        ...(hasShippedIcons(letters) ? DRAWN : []),
      ],
    }),
  )
}
