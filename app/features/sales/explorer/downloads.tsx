import { useSiteUrl } from '#app/shared/ui/site-url.ts'
import { TextLink } from '#app/shared/ui/text-link.tsx'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { formatNumber } from '#shared/text/format.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { citation, DATA_PATH, LICENCE } from '../licence.ts'

interface DownloadsProps {
  explorer: ExplorerName
  count: number
  query: string
}

export function Downloads({ explorer, count, query }: DownloadsProps) {
  const { path, title } = EXPLORERS[explorer]
  const siteUrl = useSiteUrl()
  const { name } = useSite()
  if (count === 0) return null
  const number = `${formatNumber(count)} ${count === 1 ? 'sale' : 'sales'}`
  return (
    <p key={number} className="mt-4 text-quiet text-sm print:hidden">
      Download {count === 1 ? 'this' : 'these'} {number}:{' '}
      <a href={`${path}.csv${query}`} className="link" download>
        CSV
      </a>
      ,{' '}
      <a href={`${path}.json${query}`} className="link" download>
        JSON
      </a>
      . {LICENCE} Cite as “{citation(title, name, siteUrl + path)}”.{' '}
      <TextLink to={DATA_PATH}>What the columns mean</TextLink>
    </p>
  )
}
