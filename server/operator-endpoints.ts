import type { Hono } from 'hono'
import type { Enquiries } from '#services/enquiries/service.ts'
import type { LiveSettings } from '#services/settings/live-settings.ts'
import type { MetricsHandler } from './metrics/handler.ts'
import type { CheckReadiness } from './readiness.ts'
import { SECURITY_TXT, securityTxt } from './security/security-txt.ts'
import type { SiteEnv } from './site-env.ts'

export interface OperatorOptions {
  checkReadiness: CheckReadiness
  enquiries: Enquiries
  metrics: MetricsHandler | undefined
  siteUrl: string
  settings: LiveSettings
}

export function addOperatorEndpoints(app: Hono<SiteEnv>, options: OperatorOptions) {
  const { checkReadiness, enquiries, metrics, siteUrl, settings } = options

  app.get('/healthz', (context) => context.json({ status: 'ok' }))

  app.get('/readyz', async (context) => {
    const requestId = context.get('requestId')
    const { isReady, status, reason } = await checkReadiness(requestId)
    if (!isReady) return context.json({ status, reason }, 503)
    // Undelivered enquiries do not make the site unready: pages can still be served.
    return context.json({ status, enquiries: await enquiries.describeBacklog(requestId) })
  })

  if (metrics) app.get('/metrics', (context) => metrics(context.req.raw, context.get('requestId')))

  app.get(SECURITY_TXT, async (context) => {
    await settings.follow()
    return context.text(securityTxt(siteUrl, settings.current().site.email), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    })
  })
}
