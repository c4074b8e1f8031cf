import type { ArticleContent } from '#services/articles/article-content.ts'
import { fullMoment } from '../../ui/dates.ts'
import { Differences } from './differences.tsx'
import type { SaveAnswer } from './save-answer.ts'

interface ConflictPanelProps {
  answer: Extract<SaveAnswer, { kind: 'conflict' }>
  /** The text in this browser. */
  mine(): string
  onKeep(): void
  onTake(theirs: ArticleContent): void
}

/** Shows both texts of a concurrent edit side by side, so that neither is lost. */
export default function ConflictPanel({ answer, mine, onKeep, onTake }: ConflictPanelProps) {
  const { person, at, content, differences } = answer
  return (
    <section className="desk-note max-w-none" data-kind="error" aria-labelledby="conflict-title">
      <h2 id="conflict-title" className="desk-subtitle">
        {person} has changed this article too
      </h2>
      <p role="alert">
        {person} saved it at {fullMoment(at)}, while you were writing. Your changes are not saved yet.
        Whichever you keep, theirs stays under Versions.
      </p>
      <Differences differences={differences} before={`${person}’s`} after="Yours" />
      <p className="needs-script mt-3 flex flex-wrap gap-2">
        <button type="button" className="button-small" data-main onClick={onKeep}>
          Keep mine
        </button>
        {content && (
          <button
            type="button"
            className="button-small"
            onClick={() => {
              navigator.clipboard?.writeText(mine()).catch(() => {})
              onTake(content)
            }}
          >
            Use theirs and copy mine
          </button>
        )}
      </p>
      <noscript>
        <p>Your text is below. Save again to replace theirs with it.</p>
      </noscript>
    </section>
  )
}
