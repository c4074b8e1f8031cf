import { factory } from '#shared/ui/trusted-html.ts'

const articles = factory?.createPolicy('article', { createHTML: (html) => html })

/** Only for articles, which are compiled from our own Markdown without raw HTML. */
export const trustedArticle = (html: string): string => articles?.createHTML(html) ?? html
