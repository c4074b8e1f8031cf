import { AS_REPORTED, type CitedSource, REPORTED_ID } from '#shared/sales/cited-source.ts'
import { Link } from '../../shared/ui/link.tsx'
import { DATA_PATH } from './licence.ts'

/** @param before words before the name of an official source, such as 'according to' */
export function SourceLink({ source, before }: { source: CitedSource; before?: string }) {
  if (source.isOfficial)
    return (
      <>
        {before && `${before} `}
        <a href={source.url} className="link" rel="noopener nofollow">
          {source.name}
        </a>
      </>
    )
  return (
    <Link to={`${DATA_PATH}#${REPORTED_ID}`} className="link">
      {AS_REPORTED}
    </Link>
  )
}
