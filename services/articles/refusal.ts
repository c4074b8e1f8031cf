import { UserError } from '../user-error.ts'
import type { ArticleVersion } from './article-types.ts'
import type { Fault } from './fault.ts'

/** A change that breaks a rule. Nothing has been written. */
export class ArticleRefusal extends UserError {
  override name = 'ArticleRefusal'
  /** Complete sentences, by the field of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The faults of the text, if those prevent publication. */
  readonly faults: readonly Fault[]

  constructor(
    message: string,
    { fields = {}, faults = [] }: { fields?: Record<string, string>; faults?: readonly Fault[] } = {},
  ) {
    super(message)
    this.fields = fields
    this.faults = faults
  }
}

/** Someone else has saved the article since it was read. Nothing has been written. */
export class ArticleConflict extends UserError {
  override name = 'ArticleConflict'
  /** What the other person saved. */
  readonly other: ArticleVersion
  /** The revision to send for saving over that text. */
  readonly revision: number

  constructor(other: ArticleVersion, revision: number) {
    super(
      `${other.person} has saved this article since you opened it. Your text is not lost: compare the two.`,
    )
    this.other = other
    this.revision = revision
  }
}

export const articleRemoved = () => new ArticleRefusal('This article has been removed.')
