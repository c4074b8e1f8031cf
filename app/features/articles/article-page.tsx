import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { PlateFace } from '../../shared/ui/plate-face.tsx'
import { useSiteUrl } from '../../shared/ui/site-url.ts'
import { type Article, articleImagePath } from './article.ts'
import { ArticleBody } from './article-body.tsx'
import { articleJsonLd } from './article-json-ld.ts'
import { ArticleMeta } from './article-meta.tsx'

export interface BackLinkProps {
  to: string
  label: string
}

interface ArticlePageProps {
  article: Article
  back: BackLinkProps
  metaFirst?: boolean
  isSigned?: boolean
}

const MIN_HEADINGS_FOR_CONTENTS = 4

export function ArticlePage({ article, back, metaFirst = false, isSigned = false }: ArticlePageProps) {
  const { title, contents, image, plate, related } = article
  const hasContents = contents.length >= MIN_HEADINGS_FOR_CONTENTS
  return (
    <article className="wrap pt-6 pb-24">
      <ArticleHead article={article} />
      <BackLink {...back} />
      <header className="mt-6 max-w-[46rem] md:mt-10">
        {metaFirst && <ArticleMeta article={article} />}
        <h1 className={metaFirst ? 'title mt-4' : 'title'}>{title}</h1>
        {!metaFirst && <ArticleMeta article={article} />}
      </header>
      <div className={hasContents ? 'article-grid' : undefined}>
        {hasContents && (
          <>
            <nav className="article-contents article-contents-beside" aria-label="On this page">
              <p>On this page</p>
              <Contents contents={contents} />
            </nav>
            <details className="article-contents article-contents-above">
              <summary>On this page</summary>
              <Contents contents={contents} />
            </details>
          </>
        )}
        <div className="article-column">
          {image ? (
            <img src={image.src} alt={image.alt} className="article-picture" width="1600" height="900" />
          ) : (
            plate && (
              <div className="article-plate">
                <PlateFace registration={plate} className="block w-full" />
              </div>
            )
          )}
          <ArticleBody html={article.html} />
          <Sources article={article} />
          {related.length > 0 && (
            <section className="article-end" aria-labelledby="related">
              <h2 id="related">Related reading</h2>
              <ul>
                {related.map((other) => (
                  <li key={other.path}>
                    <Link prefetch="intent" to={other.path} className="link">
                      {other.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <footer className="article-end">
            {isSigned && (
              <p>
                Published on {article.date} by {article.author}
              </p>
            )}
            <BackLink {...back} />
          </footer>
        </div>
      </div>
    </article>
  )
}

function ArticleHead({ article }: { article: Article }) {
  const siteUrl = useSiteUrl()
  const { title, path, opening, keywords, author, published, updated, category, image } = article
  return (
    <PageMeta
      title={`${title} | ${site.name}`}
      path={path}
      description={opening}
      keywords={keywords}
      type="article"
      article={{ author, published, modified: updated ?? published, section: category }}
      image={image ?? { src: articleImagePath(article), alt: title }}
      noindex={article.isPlaceholder}
      jsonLd={article.isPlaceholder ? undefined : articleJsonLd(siteUrl, article)}
    />
  )
}

function BackLink({ to, label }: BackLinkProps) {
  return (
    <p>
      <Link prefetch="intent" to={to} className="back-link">
        {label}
      </Link>
    </p>
  )
}

function Contents({ contents }: Pick<Article, 'contents'>) {
  return (
    <ol>
      {contents.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`} replace>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Sources({ article }: { article: Article }) {
  const { sources, ownFigures, computedFigures, checked } = article
  if (sources.length === 0 && !checked) return null
  return (
    <section className="article-end" aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      {sources.length > 0 && (
        <ol>
          {sources.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="external">
                {name}
              </a>
            </li>
          ))}
        </ol>
      )}
      {ownFigures.length > 0 && (
        <p>Our own working figures, for which we have seen no published source: {ownFigures.join('; ')}.</p>
      )}
      {computedFigures.length > 0 && (
        <p>
          Computed by us from reported figures, and not reported themselves: {computedFigures.join('; ')}.
        </p>
      )}
      {checked && <p>Figures checked on {checked}.</p>}
    </section>
  )
}
