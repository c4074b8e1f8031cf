import { Link as RouterLink } from 'react-router'
import { type Article, articleImagePath } from '#shared/articles/article.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { AfterPaint } from '../../shared/ui/after-paint.tsx'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { BackLink } from '../../shared/ui/page-parts.tsx'
import { useSiteUrl } from '../../shared/ui/site-url.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { ArticleBody } from './article-body.tsx'
import { articleJsonLd } from './article-json-ld.ts'
import { ArticleMeta } from './article-meta.tsx'
import { SECTION_TEXTS } from './section-texts.ts'

const MIN_HEADINGS_FOR_CONTENTS = 4

export function ArticlePage({ article, isPreview = false }: { article: Article; isPreview?: boolean }) {
  const { section, title, contents, image, plate, related } = article
  const isStory = section === 'stories'
  const siteUrl = useSiteUrl()
  const hasContents = contents.length >= MIN_HEADINGS_FOR_CONTENTS
  return (
    <article className="wrap pt-6 pb-24">
      <ArticleHead article={article} isPreview={isPreview} />
      <SectionLink section={section} />
      <div className="article-grid">
        <header className="article-header">
          {isStory && <ArticleMeta article={article} />}
          <h1 className={isStory ? 'title mt-4' : 'title'}>{title}</h1>
          {!isStory && <ArticleMeta article={article} />}
        </header>
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
            <img
              src={image.src}
              srcSet={image.srcSet}
              sizes={image.srcSet && '(min-width: 48rem) 46rem, 100vw'}
              alt={image.alt}
              className="article-picture"
              // 16:9 whatever the file, as article.css crops it (specification, 2. News).
              width={1600}
              height={900}
            />
          ) : (
            plate && (
              <div className="article-plate">
                <PlateFace registration={plate} className="block w-full" />
              </div>
            )
          )}
          <ArticleBody html={article.html} />
          <footer className="article-end">
            {section !== 'guides' && (
              <p>
                Published on {article.date} by {article.author}
              </p>
            )}
            <p className="article-address">
              {siteUrl}
              {article.path}
            </p>
            <SectionLink section={section} />
          </footer>
        </div>
        <div className="article-side">
          <AfterPaint>
            {related.length > 0 && (
              <section className="article-end" aria-labelledby="related">
                <h2 id="related">Related reading</h2>
                <ul>
                  {related.map((other) => (
                    <li key={other.path}>
                      <TextLink to={other.path}>{other.title}</TextLink>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <Sources article={article} />
          </AfterPaint>
        </div>
      </div>
    </article>
  )
}

function ArticleHead({ article, isPreview }: { article: Article; isPreview: boolean }) {
  const site = useSite()
  const siteUrl = useSiteUrl()
  const { title, path, opening, keywords, author, published, updated, category, image } = article
  const isHidden = isPreview || article.isPlaceholder
  return (
    <PageMeta
      title={title}
      path={path}
      description={opening}
      keywords={keywords}
      type="article"
      article={{ author, published, modified: updated ?? published, section: category }}
      image={
        image ? { ...image, src: image.share ?? image.src } : { src: articleImagePath(article), alt: title }
      }
      noindex={isHidden}
      jsonLd={isHidden ? undefined : articleJsonLd(siteUrl, site, article)}
    />
  )
}

function SectionLink({ section }: Pick<Article, 'section'>) {
  const { to, label } = SECTION_TEXTS[section].back
  return <BackLink to={to}>{label}</BackLink>
}

function Contents({ contents }: Pick<Article, 'contents'>) {
  return (
    <ol>
      {contents.map(({ id, title }) => (
        <li key={id}>
          <RouterLink to={`#${id}`} replace>
            {title}
          </RouterLink>
        </li>
      ))}
    </ol>
  )
}

function Sources({ article }: { article: Article }) {
  const { sources, reportedBy, ownFigures, computedFigures, checked } = article
  if (sources.length + reportedBy.length === 0 && !checked) return null
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
      {reportedBy.length > 0 && <p>{`Also reported by other dealers: ${reportedBy.join('; ')}.`}</p>}
      {ownFigures.length > 0 && (
        <p>Our own working figures, for which we have seen no published source: {ownFigures.join('; ')}.</p>
      )}
      {computedFigures.length > 0 && (
        <p>Calculated by us from reported figures: {computedFigures.join('; ')}.</p>
      )}
      {checked && <p>Figures checked on {checked}.</p>}
    </section>
  )
}
