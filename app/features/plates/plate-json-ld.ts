import type { Plate } from '#shared/plates/find-plates.ts'
import { platePath, shareImagePath } from '#shared/urls.ts'
import type { Site } from '#site.config.ts'

export function plateJsonLd(
  siteUrl: string,
  { name }: Pick<Site, 'name'>,
  { registration, description, detailedDescription, category, imageUrl, priceGbp }: Plate,
): object {
  const url = siteUrl + platePath(registration)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Registration ${registration}`,
    url,
    image: imageUrl
      ? new URL(imageUrl, siteUrl || 'http://localhost').href
      : siteUrl + shareImagePath(registration),
    ...((description ?? detailedDescription) && { description: description ?? detailedDescription }),
    ...(category && { category }),
    ...(priceGbp > 0 && {
      offers: {
        '@type': 'Offer',
        url,
        price: priceGbp,
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Organization', name },
      },
    }),
  }
}
