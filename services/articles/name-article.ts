import type { ArticleVersion, DeskArticle } from './article-types.ts'

/** For the audit trail: 'the article “Fees explained” at /info/fees-explained'. */
export const nameArticle = (
  { path }: Pick<DeskArticle, 'path'>,
  version: Pick<ArticleVersion, 'content'> | null,
): string => `the article “${version?.content?.title.trim() || 'Untitled'}” at ${path}`
