import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { Site } from '#site.config.ts'
import { citation, DATA_PATH, LICENCE_PATH } from '../licence.ts'

/** Metadata of the version in the files. */
interface DatasetVersion {
  /** ISO time. */
  changedAt: string | null
  files: { kind: 'csv' | 'json'; name: string; content: { bytes: number; sha256: string } | null }[]
}

const TYPES = { csv: 'text/csv', json: 'application/json' }

const UNKNOWN_VERSION: DatasetVersion = {
  changedAt: null,
  files: (['csv', 'json'] as const).map((kind) => ({ kind, name: '', content: null })),
}

export function datasetJsonLd(
  explorer: ExplorerName,
  siteUrl: string,
  site: Site,
  { changedAt, files }: DatasetVersion = UNKNOWN_VERSION,
): object {
  const { title, path, description, country } = EXPLORERS[explorer]
  const address = siteUrl + path
  const publisher = { '@type': 'Organization', name: site.name, url: `${siteUrl}/` }
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': `${address}#dataset`,
    name: title,
    description,
    url: address,
    isAccessibleForFree: true,
    license: siteUrl + LICENCE_PATH,
    creditText: citation(title, site.name, address),
    creator: publisher,
    publisher,
    spatialCoverage: country,
    variableMeasured: ['Hammer price in pounds', 'Total price in pounds', 'Date of sale', 'Place of sale'],
    subjectOf: siteUrl + DATA_PATH,
    ...(changedAt && { dateModified: changedAt, version: changedAt }),
    distribution: files.map(({ kind, name, content }) => ({
      '@type': 'DataDownload',
      ...(name && { name }),
      encodingFormat: TYPES[kind],
      contentUrl: `${address}.${kind}`,
      ...(content && { contentSize: `${content.bytes} B`, sha256: content.sha256 }),
    })),
  }
}
