import type { Site } from '../../../site.config.ts'
import type { Plate } from './find-plates.ts'

export function plateJsonLd(
  { registration, description, detailedDescription, category, priceGbp }: Plate,
  { name }: Pick<Site, 'name'>,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Registration ${registration}`,
    ...((description ?? detailedDescription) && { description: description ?? detailedDescription }),
    ...(category && { category }),
    ...(priceGbp > 0 && {
      offers: {
        '@type': 'Offer',
        price: priceGbp,
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Organization', name },
      },
    }),
  }
}
