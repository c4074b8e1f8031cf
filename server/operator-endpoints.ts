import type { Hono } from 'hono'
import type { Enquiries } from '#services/enquiries/service.ts'
import type { Log } from '#services/log.ts'
import type { LiveSettings } from '#services/settings/live-settings.ts'
import type { BackendClient } from '#shared/data/client.ts'
import type { MetricsHandler } from './metrics/handler.ts'
import { SECURITY_TXT, securityTxt } from './security/security-txt.ts'
import type { SiteEnv } from './site-env.ts'

export interface OperatorOptions {
  client: BackendClient
  enquiries: Enquiries
  metrics: MetricsHandler | undefined
  siteUrl: string
  settings: LiveSettings
  log: Log
}

export function addOperatorEndpoints(app: Hono<SiteEnv>, options: OperatorOptions) {
  const { client, enquiries, metrics, siteUrl, settings, log } = options

  app.get('/healthz', (context) => context.json({ status: 'ok' }))

  app.get('/readyz', async (context) => {
    const requestId = context.get('requestId')
    const { error } = await client.from('plates').select('id').limit(1)
    if (error) log.error('The backend does not answer', error, requestId)
    if (error) return context.json({ status: 'backend does not answer' }, 503)
    const { canStore, reason } = await enquiries.checkStorage(requestId)
    if (!canStore) return context.json({ status: 'enquiries cannot be stored', reason }, 503)
    // Undelivered enquiries do not make the site unready: pages can still be served.
    return context.json({ status: 'ready', enquiries: await enquiries.describeBacklog(requestId) })
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
