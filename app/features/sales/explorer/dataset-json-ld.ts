import { site } from '../../../../site.config.ts'
import type { ExplorerName } from './definitions.ts'
import { TEXTS } from './labels.ts'

export function datasetJsonLd(explorer: ExplorerName, siteUrl: string): object {
  const { title, path, description } = TEXTS[explorer]
  const address = siteUrl + path
  const publisher = { '@type': 'Organization', name: site.name, url: `${siteUrl}/` }
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: title,
    description,
    url: address,
    isAccessibleForFree: true,
    license: `${address}#about-sales`,
    creator: publisher,
    publisher,
    spatialCoverage: explorer === 'uk' ? 'United Kingdom' : 'Jersey',
    variableMeasured: ['Hammer price in pounds', 'Total price in pounds', 'Date of sale', 'Place of sale'],
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${address}.csv` },
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${address}.json` },
    ],
  }
}
