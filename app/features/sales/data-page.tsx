import { REPORTED_ID } from '#shared/sales/cited-source.ts'
import { readCorrections } from '#shared/sales/corrections.ts'
import { EXPLORER_LIST, EXPLORERS } from '#shared/sales/explorers.ts'
import { formatList, longDay, plural } from '#shared/text/format.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { siteContext } from '../../context.ts'
import { useHasAccuracy } from '../../shared/ui/has-accuracy.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { BackLink } from '../../shared/ui/page-parts.tsx'
import { useSiteUrl } from '../../shared/ui/site-url.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/data-page'
import { sourcesOf } from './data/sales-sources.ts'
import { Columns } from './data-page/column-list.tsx'
import { CorrectionsLog } from './data-page/corrections-log.tsx'
import { Files } from './data-page/dataset-files.tsx'
import { type Dataset, describeDataset } from './data-page/describe-dataset.server.ts'
import { LeftOut, WorkedOut } from './data-page/methods.tsx'
import { Publications } from './data-page/publications.tsx'
import { ReportedSources } from './data-page/reported-sources.tsx'
import { DataSection, OpenLinked } from './data-page/section.tsx'
import { Selections } from './data-page/selections.tsx'
import { datasetJsonLd } from './explorer/dataset-json-ld.ts'
import { describeArchived } from './explorer/labels.ts'
import { citation, DATA_PATH, LICENCE } from './licence.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  let areCorrectionsRead = await site.isBackendReachable()
  const corrections = await readCorrections({
    ...sourcesOf(site),
    logError(message, error) {
      areCorrectionsRead = false
      site.logError(message, error)
    },
  })
  const datasets = await Promise.all(
    EXPLORER_LIST.map(({ name }) => describeDataset(name, site, corrections)),
  )
  return { datasets, corrections, areCorrectionsRead }
}

const REPORTED = 'What dealers and buyers report'

export default function SalesData({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { datasets, corrections, areCorrectionsRead } = loaderData
  const siteUrl = useSiteUrl()
  const hasAccuracy = useHasAccuracy()
  const { explorer, archive, selections } = datasets[0] as Dataset
  const has = (selection: string) => selections.some(({ name }) => name === selection)
  const hasSample = has('sample')
  return (
    <div className="wrap pt-6 pb-24">
      <PageMeta
        title="Our Sales Data"
        path={DATA_PATH}
        description="What our records of number plate sales contain: every column, how each sale was chosen, how the figures are worked out, the files with their checksums, and all corrections."
        jsonLd={{
          '@context': 'https://schema.org',
          '@graph': datasets.map((dataset) => datasetJsonLd(dataset.explorer, siteUrl, site, dataset)),
        }}
      />
      <BackLink to="/sales-explorer">UK Sales Explorer</BackLink>
      <h1 className="title mt-6 md:mt-10">Our Sales Data</h1>
      <p className="mt-4 max-w-reading text-lg text-quiet">
        {describeCounts(datasets)} are on record, each with its source where one is known. This page explains
        what the records contain, how they were chosen and how every figure is worked out.
      </p>
      {archive && <p className="archive-banner">{describeArchived(explorer, archive.exportedAt)}</p>}
      <OpenLinked />
      <DataSection id="files" title="Files">
        <Files datasets={datasets} />
      </DataSection>
      <DataSection id="columns" title="Columns">
        <Columns />
      </DataSection>
      <DataSection id="selections" title="How the sales were chosen">
        <Selections datasets={datasets} hasSample={hasSample} />
      </DataSection>
      <DataSection id="left-out" title="What is left out">
        <LeftOut isSampleOnly={hasSample && !has('complete')} />
      </DataSection>
      <DataSection id="figures" title="How figures are worked out">
        <WorkedOut />
        {hasAccuracy && (
          <>
            <h3 className="subheading mt-2">Estimates</h3>
            <p>
              No price on record is an estimate. We estimate separately what a registration might make at a
              DVLA auction, and{' '}
              <TextLink to="/valuations/accuracy">how close those estimates have come</TextLink> has a page of
              its own.
            </p>
          </>
        )}
      </DataSection>
      <DataSection id="publications" title="Publications">
        <Publications datasets={datasets} />
      </DataSection>
      <DataSection id={REPORTED_ID} title={REPORTED}>
        <ReportedSources />
      </DataSection>
      <DataSection id="licence" title="Licence and citation">
        <p>
          {LICENCE} The link lets your readers check the figures. Please cite the data as follows, with the
          date of the version that you used:
        </p>
        {datasets.map(({ explorer, changedAt }) => (
          <blockquote key={explorer} className="border-line border-l-2 pl-5">
            {citation(EXPLORERS[explorer].title, site.name, siteUrl + EXPLORERS[explorer].path)}
            {changedAt && `, as of ${longDay(changedAt)}`}
          </blockquote>
        ))}
      </DataSection>
      <DataSection id="corrections" title="Corrections">
        <CorrectionsLog corrections={corrections} isRead={areCorrectionsRead} />
      </DataSection>
      <DataSection id="errors" title="Report an error">
        <p>
          Every registration in the <ExplorerLink /> leads to a page of its own. There,{' '}
          <em>Report a figure that is wrong</em> opens the contact form with the sale filled in. It helps us
          most if you say what the figure should be, and where that is published.
        </p>
        <p>
          For anything else about the data, <TextLink to="/contact?type=other">write to us</TextLink>.
          Whatever we change or remove is listed above, with the reason.
        </p>
      </DataSection>
    </div>
  )
}

function ExplorerLink() {
  return <TextLink to="/sales-explorer">Sales Explorer</TextLink>
}

const describeCounts = (datasets: Dataset[]) =>
  formatList(datasets.map(({ explorer, count }) => plural(count, `${EXPLORERS[explorer].place} sale`)))
