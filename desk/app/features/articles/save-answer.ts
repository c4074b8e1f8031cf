import type { ArticleContent } from '#services/articles/article-content.ts'
import type { Difference } from '#services/articles/compare-versions.ts'
import type { Fault } from '#services/articles/fault.ts'

export const INTENTS = ['autosave', 'save', 'publish', 'schedule'] as const
export type Intent = (typeof INTENTS)[number]

/** The text that someone else has saved in the meantime. */
export interface Conflict {
  person: string
  /** ISO */
  at: string
  content: ArticleContent | null
  /** The differences from that text to the one that was sent. */
  differences: Difference[]
}

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
  | { kind: 'conflict'; message: string; revision: number; conflict: Conflict }
