import { UserError } from '../user-error.ts'
import type { ArticleVersion } from './article-types.ts'
import type { Fault } from './fault.ts'

/** A change that the rules refuse. Nothing has been written. */
export class ArticleRefusal extends UserError {
  override name = 'ArticleRefusal'
  /** Complete sentences, by the field of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** Of the text, if those are why it is not published. */
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

/** Somebody else has saved the article in the meantime. Nothing has been written. */
export class ArticleConflict extends UserError {
  override name = 'ArticleConflict'
  /** What the other person saved. */
  readonly other: ArticleVersion
  /** With which a person who has seen it can save over it. */
  readonly revision: number

  constructor(other: ArticleVersion, revision: number) {
    super(
      `${other.person} has saved this article since you opened it. Your text is not lost: compare the two.`,
    )
    this.other = other
    this.revision = revision
  }
}
