/// <reference types="vite/client" />
declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}
/** Compiled from content/ by content/plugin.ts; only *.server.ts may import it. */
declare module 'virtual:articles' {
  const articles: import('./features/articles/article.ts').Article[]
  export default articles
  export const titles: Record<string, import('../content/title-outlines.ts').SetTitle>
  export const wordmark: import('../content/title-outlines.ts').SetTitle
}
