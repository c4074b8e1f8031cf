import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { useCsrfToken } from '../../ui/use-root.ts'

interface PreviewPaneProps {
  articleId: string
  /** Null: there is no preview link yet. */
  path: string | null
  /** The number of saves, after each of which the page is reloaded. */
  savings: number
}

const PANE = 'grid content-start justify-items-start gap-2 lg:sticky lg:top-28 lg:self-start'

/** Shows the rendered page beside the text, reloaded shortly after each save. */
export function PreviewPane({ articleId, path, savings }: PreviewPaneProps) {
  const fetcher = useFetcher()
  const csrf = useCsrfToken()
  const scrolled = useRef(0)
  if (!path)
    return (
      <section className={PANE} aria-label="Preview">
        <p>
          The preview is a page of the site at a secret address: only people with the link can read the draft.
          You can turn the link off below the text.
        </p>
        <button
          type="button"
          className="button-small"
          disabled={fetcher.state !== 'idle'}
          // Not by a form: HTML does not allow nested ones.
          onClick={() =>
            fetcher.submit(
              { csrf, intent: 'preview-link' },
              { method: 'post', action: `/articles/${articleId}` },
            )
          }
        >
          Create the preview
        </button>
      </section>
    )
  return (
    <section className={PANE} aria-label="Preview">
      <p>
        <a href={path} target="_blank" rel="noreferrer" className="link">
          Open in a new tab
        </a>
      </p>
      <iframe
        key={path}
        src={`${path}?saving=${savings}`}
        title="The article as the site shows it"
        className="h-[min(46rem,80vh)] w-full border border-line bg-paper"
        onLoad={({ currentTarget: { contentWindow } }) => {
          contentWindow?.scrollTo(0, scrolled.current)
          contentWindow?.addEventListener('scroll', () => {
            scrolled.current = contentWindow.scrollY
          })
        }}
      />
    </section>
  )
}
