/** A fault or warning about an article, in plain words for its author. */
export interface Fault {
  /** The line of the text, from 1; null for other fields. */
  line: number | null
  /** The path in ArticleContent: 'body', 'title', 'facts.0.value'. */
  field: string
  /** Without the line: 'the link /nowhere leads to no page of this site'. */
  message: string
  /** A fault stops publication, a warning does not. */
  severity: 'fault' | 'warning'
  /** The page cannot be rendered; the article is left out of the site even if it was published before. */
  isBroken?: true
}

/** 'Line 12: the link /nowhere leads to no page of this site' */
export const describeFault = ({ line, message }: Pick<Fault, 'line' | 'message'>): string =>
  line === null ? message : `Line ${line}: ${message}`
