import type { Context } from 'hono'
import type { FairQueue } from '#packages/sqlite-rest/fair-queue.ts'
import type { LiveArticles } from '#services/articles/live-articles.ts'
import type { LiveSettings } from '#services/settings/live-settings.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { isDecodable } from './is-decodable.ts'
import type { Page, PageCache } from './page-cache.ts'
import { MAX_BODY_BYTES, readAtMost } from './read-body.ts'
import type { PageRenderer } from './render-page.ts'
import { crossSitePage, isCrossSite } from './security/csrf.ts'
import type { SiteEnv } from './site-env.ts'

/** Longer than a query with all filters of an explorer; the contract has the same limit. */
const MAX_ADDRESS_LENGTH = 16_384

const REGISTRATION = '/registration/'

const STREAMED_DOWNLOADS = new Set(EXPLORER_LIST.flatMap(({ path }) => [`${path}.csv`, `${path}.json`]))

export interface PageHandlerOptions {
  renderer: PageRenderer
  pages: PageCache
  renderQueue: FairQueue
  siteUrl: string
  trustedProxies: number
  settings: LiveSettings
  articles: Pick<LiveArticles, 'follow'>
}

export function createPageHandler(options: PageHandlerOptions) {
  const { renderer, pages, renderQueue } = options

  async function submitForm(context: Context<SiteEnv>, url: URL): Promise<Response> {
    const request = context.req.raw
    if (isCrossSite(request, options.siteUrl, options.trustedProxies))
      return context.text(crossSitePage(options.settings.current().site), 403)
    const body = await readAtMost(request, MAX_BODY_BYTES)
    if (body === 'too long') return context.text('This message is too long for our forms.\n', 413)
    if (body === 'broken off')
      return context.text('The form did not arrive in full. Please send it again.\n', 400)
    const { method, headers } = request
    const buffered = new Request(url, { method, headers, body: body.length > 0 ? body : null })
    // Without the request's signal: a form that was received is processed even if the visitor leaves.
    const { page } = await renderQueue.run(null, { client: context.var.client.network }, () =>
      renderer.render(buffered, context.var),
    )
    return toResponse(page)
  }

  return async (context: Context<SiteEnv>): Promise<Response> => {
    const request = context.req.raw
    const url = new URL(request.url)
    if (url.pathname.length + url.search.length > MAX_ADDRESS_LENGTH)
      return context.text('This address is too long.\n', 414)
    if (!isDecodable(url.pathname)) {
      if (!url.pathname.startsWith(REGISTRATION)) return context.text('Malformed URL.\n', 400)
      url.pathname = `${REGISTRATION}-` // a URL that is not a registration either, so its 404 page says so
    }
    if (url.pathname.length > 1 && url.pathname.endsWith('/')) {
      // A single leading slash: //evil.example/ would redirect to another site.
      return context.redirect(`/${withoutOuterSlashes(url.pathname)}${url.search}`, 301)
    }
    // Refresh settings and articles before reading the version of the cache, so that no outdated page is stored under
    // it.
    await Promise.all([options.settings.follow(), options.articles.follow()])
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) return submitForm(context, url)
    const requester = { client: context.var.client.network, signal: request.signal }
    if (STREAMED_DOWNLOADS.has(url.pathname))
      return renderQueue.run(null, requester, () => renderer.stream(request, context.var))
    const render = () => renderer.render(new Request(url, { headers: request.headers }), context.var)
    return pages.get(url.pathname + url.search, request, render, requester)
  }
}

function toResponse({ status, headers, body }: Page): Response {
  return new Response(new Uint8Array(body), { status, headers })
}

function withoutOuterSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}
