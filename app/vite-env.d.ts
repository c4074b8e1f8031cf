/// <reference types="vite/client" />
declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}
/** The cards of all articles but placeholders, newest first. */
declare module 'virtual:article-cards' {
  const cards: import('#shared/articles/article.ts').ArticleCard[]
  export default cards
}
/** Imports one article, by 'section/slug'. */
declare module 'virtual:article-modules' {
  const modules: Record<
    string,
    (() => Promise<{ default: import('#shared/articles/article.ts').Article }>) | undefined
  >
  export default modules
}
/** Compiled from content/ by content/plugin.ts; only *.server.ts may import it. */
declare module 'virtual:articles' {
  const articles: import('#shared/articles/article.ts').Article[]
  export default articles
  export const titles: Record<string, import('#shared/articles/article.ts').SetTitle>
  /** `name` is what it says. */
  export const wordmark: import('#shared/articles/article.ts').SetTitle & { name: string }
}
