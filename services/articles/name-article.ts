import type { DeskArticle } from './article-types.ts'

/** For the audit trail: 'the article “Fees explained” at /info/fees-explained'. */
export const nameArticle = ({ path }: Pick<DeskArticle, 'path'>, title: string): string =>
  `the article “${title.trim() || 'Untitled'}” at ${path}`
