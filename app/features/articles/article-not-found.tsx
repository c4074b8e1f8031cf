import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'

interface MissingPageProps {
  title: string
  words: string
  /** Where it would have been. */
  path: string
  back: { to: string; words: string }
}

/** A piece that does not exist; its loader answers 404. */
export function ArticleNotFound({ title, words, path, back }: MissingPageProps) {
  return (
    <div className="wrap py-24 text-center md:py-32">
      <PageMeta title={`${title} | ${site.name}`} path={path} noindex />
      <h1 className="title">{title}</h1>
      <p className="mt-4 text-lg text-quiet">{words}</p>
      <p className="mt-8">
        <Link to={back.to} className="button">
          {back.words}
        </Link>
      </p>
    </div>
  )
}
