import type { ArticleContent } from '#services/articles/article-content.ts'
import type { Difference } from '#services/articles/compare-versions.ts'
import type { Fault } from '#services/articles/fault.ts'

export const INTENTS = ['autosave', 'save', 'publish', 'schedule'] as const
export type Intent = (typeof INTENTS)[number]

export type SaveAnswer =
  | { kind: 'done'; intent: Intent; revision: number; faults: Fault[]; note: string | null }
  /** Saved if `revision` is set, but not published. */
  | {
      kind: 'refused'
      message: string
      fields: Readonly<Record<string, string>>
      faults: readonly Fault[]
      revision: number | null
    }
  /** Someone else has saved another text in the meantime. */
  | {
      kind: 'conflict'
      revision: number
      person: string
      /** ISO */
      at: string
      content: ArticleContent | null
      /** From that text to the one that was sent. */
      differences: Difference[]
    }
