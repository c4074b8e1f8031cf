import { factory } from '../../shared/ui/trusted-html.ts'

const articles = factory?.createPolicy('article', { createHTML: (html) => html })

/** For articles, compiled from our own Markdown, in which HTML is refused. */
export const trustedArticle = (html: string): string => articles?.createHTML(html) ?? html
