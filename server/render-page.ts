import { randomBytes } from 'node:crypto'
import type { Env } from '#env.ts'
import type { createFirmInArticles } from '#services/articles/firm-in-articles.ts'
import { readOrder } from '#services/deals/read-order.ts'
import type { Enquiries } from '#services/enquiries/service.ts'
import type { FollowedSettings } from '#services/settings/live-settings.ts'
import { readCertificate } from '#services/stock/stated-certificate.ts'
import { writtenPages } from '#shared/text/statement-pages.ts'
import type { ArchiveServer } from './archive-handler.ts'
import { acceptsEncoding } from './compression.ts'
import type { BackendConnection } from './connect-backend.ts'
import type { BuiltApp, SiteContext } from './load-build.ts'
import type { Rendering } from './page-cache.ts'
import type { createDocumentRenderer } from './render-document.ts'
import { CORP_CROSS_ORIGIN, CSP_NONE } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

/** Browsers revalidate each time; shared caches follow a change within 15 seconds, and serve the last page in an outage. */
const PAGE_CACHING = 'public, max-age=0, s-maxage=5, stale-while-revalidate=10, stale-if-error=86400'
/** The preview of an article, framed by the desk. */
const PREVIEW = /^\/preview\//

interface RendererOptions extends Pick<SiteContext, 'alerts' | 'estimates' | 'accuracy' | 'articles'> {
  env: Env
  renderPage: BuiltApp['renderPage']
  renderDocument: ReturnType<typeof createDocumentRenderer>
  backend: BackendConnection
  enquiries: Enquiries
  archive: ArchiveServer
  settings: FollowedSettings
  firmInArticles: ReturnType<typeof createFirmInArticles>
  /** The shutdown aborts reads; their errors are not logged. */
  isClosing: () => boolean
}

type RenderContext = SiteEnv['Variables']

export interface PageRenderer {
  render(request: Request, context: RenderContext): Promise<Rendering>
  stream(request: Request, context: RenderContext): Promise<Response>
}

export function createPageRenderer(options: RendererOptions): PageRenderer {
  const {
    env,
    renderDocument,
    backend,
    enquiries,
    alerts,
    estimates,
    accuracy,
    archive,
    settings,
    articles,
    isClosing,
  } = options

  async function runApp(request: Request, { requestId, client }: RenderContext, nonce: string) {
    const { site, privateSettings } = settings.current()
    const { database } = backend
    const firmInArticles = await options.firmInArticles(site)
    const reads = { hasFailed: false, usedArchive: false }
    const response = await backend.runAs(client.network, () =>
      options.renderPage(request, {
        client: backend.client,
        publicKey: backend.contract.anonKey,
        siteUrl: env.SITE_URL,
        site,
        enquiryRetentionMonths: privateSettings.retentionMonths,
        statementPages: writtenPages(privateSettings),
        readCertificate:
          privateSettings.certificates === 'stated'
            ? (plateId) => readCertificate(database, plateId, new Date())
            : null,
        readOrder: (token) => readOrder(database, token, privateSettings.bankDetails, new Date()),
        requestId,
        nonce,
        sendEmail: (body, key) => enquiries.send(body, { from: client, requestId, key }),
        alerts,
        clientNetwork: client,
        estimates,
        accuracy,
        articles,
        firmInArticles,
        async readArchive(name) {
          const sales = await archive.read(name)
          if (sales.data.length > 0) reads.usedArchive = true
          return sales
        },
        isBackendReachable: backend.isReachable,
        dataVersion: backend.dataVersion,
        salesVersion: backend.salesVersion,
        logError(message, error) {
          reads.hasFailed = true
          if (!isClosing()) backend.log.error(message, error, requestId)
        },
      }),
    )
    return { response, reads }
  }

  return {
    async render(request, context) {
      const nonce = randomBytes(18).toString('base64url')
      const { response, reads } = await runApp(request, context, nonce)
      const { status } = response
      const type = response.headers.get('Content-Type') ?? ''
      const isText = /^text\/|json|xml/.test(type) // images have a cache of their own
      const isPrivate = response.headers.get('Cache-Control')?.includes('no-store') === true
      const isCacheable = !reads.hasFailed && !isPrivate && isText && (status === 200 || status === 404)
      // An explorer that shows the archive with its banner counts as complete, although the live read failed.
      const isDegraded = reads.hasFailed && !(reads.usedArchive && status === 200)
      const headers = [...response.headers]
      if (!response.headers.has('Cache-Control'))
        headers.push(['Cache-Control', isCacheable ? PAGE_CACHING : 'no-store'])
      if (type.startsWith('text/html')) {
        const document = renderDocument(
          Buffer.from(await response.arrayBuffer()),
          nonce,
          PREVIEW.test(new URL(request.url).pathname),
        )
        headers.push(...document.headers)
        return { page: { status, headers, body: document.body }, isCacheable, isDegraded }
      }
      headers.push(CSP_NONE)
      if (type.startsWith('image/')) headers.push(CORP_CROSS_ORIGIN)
      const body = Buffer.from(await response.arrayBuffer())
      return { page: { status, headers, body }, isCacheable, isDegraded }
    },

    async stream(request, context) {
      const { response, reads } = await runApp(new Request(request.url), context, '')
      const { status } = response
      const headers = new Headers(response.headers)
      if (!headers.has('Cache-Control'))
        headers.set('Cache-Control', reads.hasFailed ? 'no-store' : PAGE_CACHING)
      headers.set('Vary', 'Accept-Encoding')
      const isCompressed = acceptsEncoding(request.headers.get('Accept-Encoding'), 'gzip')
      if (isCompressed) headers.set('Content-Encoding', 'gzip')
      if (request.method === 'HEAD' || !response.body) {
        await response.body?.cancel()
        return new Response(null, { status, headers })
      }
      const body = isCompressed ? response.body.pipeThrough(new CompressionStream('gzip')) : response.body
      return new Response(body, { status, headers })
    },
  }
}
