/** What is wrong with an article, or worth a look, in words for the person who writes it. */
export interface Fault {
  /** Of the text, from 1; null for the other fields. */
  line: number | null
  /** Of ArticleContent: 'body', 'title', 'facts.0.value'. */
  field: string
  /** Without the line: 'the link /nowhere leads to no page of this site'. */
  message: string
  /** A fault stops publication, a warning does not. */
  severity: 'fault' | 'warning'
  /** The page cannot be made: such an article is left out of the site even if it was published before. */
  isBroken?: true
}

/** 'Line 12: the link /nowhere leads to no page of this site' */
export const describeFault = ({ line, message }: Pick<Fault, 'line' | 'message'>): string =>
  line === null ? message : `Line ${line}: ${message}`
