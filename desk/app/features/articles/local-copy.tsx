import type { ArticleContent } from '#services/articles/article-content.ts'
import { fullMoment } from '../../ui/dates.ts'
import type { LocalCopy } from './use-saving.ts'

interface LocalCopyNoticeProps {
  copy: LocalCopy
  /** The current text on the desk. */
  current: ArticleContent
  onTake(copy: LocalCopy): void
  onForget(): void
}

/** Offers text that was typed before a connection failed or a session ended. */
export function LocalCopyNotice({ copy, current, onTake, onForget }: LocalCopyNoticeProps) {
  if (copy.content.body === current.body && copy.content.title === current.title) return null
  return (
    <div className="desk-note mb-4" role="status">
      <p>Your text as of {fullMoment(copy.at)} was not saved at the desk. It is still in this browser.</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <button type="button" className="button-small" data-main onClick={() => onTake(copy)}>
          Restore it
        </button>
        <button type="button" className="button-small" onClick={onForget}>
          Discard it
        </button>
      </p>
    </div>
  )
}
