/** `GET /metrics` for those who have the token. Everybody else is told nothing but that there is one. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FairQueue } from '../../packages/sqlite-rest/fair-queue.ts'
import type { EmbeddedBackend } from '../../packages/sqlite-rest/open-backend.ts'
import type { Enquiries } from '../../services/enquiries/service.ts'
import { type PageCache, RENDERINGS } from '../page-cache.ts'
import type { Counters } from './counters.ts'
import { watchProcess } from './process.ts'
import { CONTENT_TYPE, expose, type Family } from './prometheus-format.ts'

export interface MetricsSources {
  token: string
  counters: Counters
  pages: PageCache
  renderQueue: FairQueue
  enquiries: Enquiries
  embedded: EmbeddedBackend | undefined
}

/** A backend that does not answer must not keep the other figures waiting. */
const BACKLOG_TIMEOUT_MS = 2_000

export type MetricsHandler = (request: Request, requestId: string) => Promise<Response>

export function openMetrics(sources: MetricsSources): MetricsHandler {
  const { token, counters, pages, renderQueue, enquiries, embedded } = sources
  const expected = digest(`Bearer ${token}`)
  const processFamilies = watchProcess()
  return async (request, requestId) => {
    if (!timingSafeEqual(digest(request.headers.get('Authorization') ?? ''), expected))
      return new Response('This is for whoever has the token.\n', {
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
        help: 'What runs here.',
        type: 'gauge' as const,
        samples: [{ labels: { backend: embedded ? 'embedded' : 'hosted', node: process.version }, value: 1 }],
      },
    ]
    return new Response(expose(families), {
      headers: { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' },
    })
  }
}

/** Of one length, whatever was sent. */
const digest = (text: string) => createHash('sha256').update(text).digest()

function pageFamilies({ answered, entries, bytes }: PageCache): Family[] {
  return [
    {
      name: 'plateworthy_pages_total',
      help: 'Pages by where they came from: kept in memory, shared with somebody for whom it was being rendered, rendered; old counts those of these that an older page had to stand in for.',
      type: 'counter',
      samples: Object.entries(answered).map(([from, value]) => ({ labels: { from }, value })),
    },
    {
      name: 'plateworthy_kept_pages',
      help: 'Pages in memory.',
      type: 'gauge',
      samples: [{ value: entries }],
    },
    {
      name: 'plateworthy_kept_pages_bytes',
      help: 'What they take, of at most 64 MiB.',
      type: 'gauge',
      samples: [{ value: bytes }],
    },
  ]
}

function renderingFamilies({ waiting, refused }: FairQueue): Family[] {
  return [
    {
      name: 'plateworthy_renderings_waiting',
      help: `Pages that wait to be rendered, of at most ${RENDERINGS.waiting}.`,
      type: 'gauge',
      samples: [{ value: waiting }],
    },
    {
      name: 'plateworthy_renderings_refused_total',
      help: 'Pages that were not rendered because too many waited, for one client or for all together.',
      type: 'counter',
      samples: [{ value: refused }],
    },
  ]
}

async function enquiryFamilies(enquiries: Enquiries, requestId: string): Promise<Family[]> {
  const { answered, mailed } = enquiries.counts()
  const backlog = await Promise.race([
    enquiries.describeBacklog(requestId),
    new Promise<Record<string, unknown>>((resolve) => setTimeout(resolve, BACKLOG_TIMEOUT_MS, {}).unref()),
  ])
  const { undelivered, oldestUndeliveredSeconds } = backlog
  const isKnown = typeof undelivered === 'number'
  return [
    {
      name: 'plateworthy_enquiries_total',
      help: 'Enquiries by what their sender was told: accepted, refused for its content, limited, failed.',
      type: 'counter',
      samples: Object.entries(answered).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'plateworthy_mail_deliveries_total',
      help: 'Attempts of this server to deliver enquiries.',
      type: 'counter',
      samples: Object.entries(mailed).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'plateworthy_enquiries_undelivered',
      help: 'Accepted and not delivered yet, of all servers together.',
      type: 'gauge',
      samples: isKnown ? [{ value: undelivered }] : [],
    },
    {
      name: 'plateworthy_enquiries_oldest_undelivered_seconds',
      help: 'How long the oldest of them has waited.',
      type: 'gauge',
      samples: isKnown ? [{ value: Number(oldestUndeliveredSeconds ?? 0) }] : [],
    },
  ]
}

function slowReadFamilies({ slowReads }: EmbeddedBackend): Family[] {
  return [
    {
      name: 'plateworthy_slow_reads_total',
      help: 'Reads of many sales that were handed to their thread.',
      type: 'counter',
      samples: [{ value: slowReads.taken }],
    },
    {
      name: 'plateworthy_slow_reads_waiting',
      help: 'Those that are under way or wait, of at most 200.',
      type: 'gauge',
      samples: [{ value: slowReads.waiting }],
    },
    {
      name: 'plateworthy_slow_reads_refused_total',
      help: 'Those that were refused because too many waited, for one client or for all together.',
      type: 'counter',
      samples: [{ value: slowReads.refused }],
    },
  ]
}
