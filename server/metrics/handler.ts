import { createHash, timingSafeEqual } from 'node:crypto'
import type { FairQueue } from '#packages/sqlite-rest/fair-queue.ts'
import type { EmbeddedBackend } from '#packages/sqlite-rest/open-backend.ts'
import type { Enquiries } from '#services/enquiries/service.ts'
import { type PageCache, RENDER_QUEUE_LIMITS } from '../page-cache.ts'
import type { Counters } from './counters.ts'
import { observeProcess } from './process.ts'
import { CONTENT_TYPE, type Family, formatFamilies } from './prometheus-format.ts'

interface MetricsSources {
  token: string
  counters: Counters
  pages: PageCache
  renderQueue: FairQueue
  enquiries: Enquiries
  embedded: EmbeddedBackend | undefined
}

/** A backend that does not respond must not delay the other metrics. */
const BACKLOG_TIMEOUT_MS = 2_000

export type MetricsHandler = (request: Request, requestId: string) => Promise<Response>

export function createMetricsHandler(sources: MetricsSources): MetricsHandler {
  const { token, counters, pages, renderQueue, enquiries, embedded } = sources
  const expected = digest(`Bearer ${token}`)
  const processFamilies = observeProcess()
  return async (request, requestId) => {
    if (!timingSafeEqual(digest(request.headers.get('Authorization') ?? ''), expected))
      return new Response('This needs the bearer token of METRICS_TOKEN.\n', {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
      })
    const families = [
      ...counters.families(),
      ...pageFamilies(pages),
      ...renderingFamilies(renderQueue),
      ...(await enquiryFamilies(enquiries, requestId)),
      ...(embedded ? slowReadFamilies(embedded) : []),
      ...processFamilies(),
      {
        name: 'plateworthy_info',
        help: 'Backend kind and Node version.',
        type: 'gauge' as const,
        samples: [{ labels: { backend: embedded ? 'embedded' : 'hosted', node: process.version }, value: 1 }],
      },
    ]
    return new Response(formatFamilies(families), {
      headers: { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' },
    })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest() // equal lengths, for timingSafeEqual

function pageFamilies({ responses, entries, bytes }: PageCache): Family[] {
  const { cached, shared, rendered, stale } = responses
  return [
    {
      name: 'plateworthy_pages_total',
      help: 'Page responses by source: kept (from the cache), shared (with a rendering under way), rendered; old counts stale pages served instead.',
      type: 'counter',
      samples: Object.entries({ kept: cached, shared, rendered, old: stale }).map(([from, value]) => ({
        labels: { from },
        value,
      })),
    },
    {
      name: 'plateworthy_kept_pages',
      help: 'Pages in the cache.',
      type: 'gauge',
      samples: [{ value: entries }],
    },
    {
      name: 'plateworthy_kept_pages_bytes',
      help: 'Bytes of the cached pages, of at most 64 MiB.',
      type: 'gauge',
      samples: [{ value: bytes }],
    },
  ]
}

function renderingFamilies({ waiting, refused }: FairQueue): Family[] {
  return [
    {
      name: 'plateworthy_renderings_waiting',
      help: `Pages waiting to be rendered, of at most ${RENDER_QUEUE_LIMITS.waiting}.`,
      type: 'gauge',
      samples: [{ value: waiting }],
    },
    {
      name: 'plateworthy_renderings_refused_total',
      help: 'Pages that were not rendered because too many waited, of one client or of all.',
      type: 'counter',
      samples: [{ value: refused }],
    },
  ]
}

async function enquiryFamilies(enquiries: Enquiries, requestId: string): Promise<Family[]> {
  const { answered, mailed } = enquiries.countsSinceStart()
  const backlog = await Promise.race([
    enquiries.describeBacklog(requestId),
    new Promise<Record<string, unknown>>((resolve) => setTimeout(resolve, BACKLOG_TIMEOUT_MS, {}).unref()),
  ])
  const { undelivered, oldestUndeliveredSeconds } = backlog
  const isKnown = typeof undelivered === 'number'
  return [
    {
      name: 'plateworthy_enquiries_total',
      help: 'Enquiries by outcome: accepted, refused for its content, limited, failed.',
      type: 'counter',
      samples: Object.entries(answered).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'plateworthy_mail_deliveries_total',
      help: 'Delivery attempts of this server, by result.',
      type: 'counter',
      samples: Object.entries(mailed).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'plateworthy_enquiries_undelivered',
      help: 'Accepted and undelivered enquiries, of all servers together.',
      type: 'gauge',
      samples: isKnown ? [{ value: undelivered }] : [],
    },
    {
      name: 'plateworthy_enquiries_oldest_undelivered_seconds',
      help: 'Age of the oldest undelivered enquiry.',
      type: 'gauge',
      samples: isKnown ? [{ value: Number(oldestUndeliveredSeconds ?? 0) }] : [],
    },
  ]
}

function slowReadFamilies({ slowReads }: EmbeddedBackend): Family[] {
  return [
    {
      name: 'plateworthy_slow_reads_total',
      help: 'Slow reads that were sent to a worker thread.',
      type: 'counter',
      samples: [{ value: slowReads.started }],
    },
    {
      name: 'plateworthy_slow_reads_waiting',
      help: 'Slow reads running or waiting, of at most 200.',
      type: 'gauge',
      samples: [{ value: slowReads.waiting }],
    },
    {
      name: 'plateworthy_slow_reads_refused_total',
      help: 'Slow reads that were refused because too many waited, of one client or of all.',
      type: 'counter',
      samples: [{ value: slowReads.refused }],
    },
  ]
}
