import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '#env.ts'
import type { FairQueue } from '#packages/sqlite-rest/fair-queue.ts'
import type { EmbeddedBackend } from '#packages/sqlite-rest/open-backend.ts'
import type { Enquiries } from '#services/enquiries/service.ts'
import type { Log } from '#services/log.ts'
import { type PageCache, RENDER_QUEUE_LIMITS } from '../page-cache.ts'
import type { CheckReadiness } from '../readiness.ts'
import type { Counters } from './counters.ts'
import { observeMachine } from './machine.ts'
import { observeProcess } from './process.ts'
import { CONTENT_TYPE, counter, type Family, formatFamilies, gauge, samplesBy } from './prometheus-format.ts'

interface MetricsSources {
  env: Env & { METRICS_TOKEN: string }
  log: Log
  counters: Counters
  pages: PageCache
  renderQueue: FairQueue
  enquiries: Enquiries
  checkReadiness: CheckReadiness
  embedded: EmbeddedBackend | undefined
}

/** A backend that does not respond must not delay the other metrics. */
const BACKEND_TIMEOUT_MS = 2_000

export type MetricsHandler = (request: Request, requestId: string) => Promise<Response>

export function createMetricsHandler(sources: MetricsSources): MetricsHandler {
  const { env, log, counters, pages, renderQueue, enquiries, checkReadiness, embedded } = sources
  const expected = digest(`Bearer ${env.METRICS_TOKEN}`)
  const processFamilies = observeProcess()
  const machineFamilies = observeMachine(env, log)
  return async (request, requestId) => {
    if (!timingSafeEqual(digest(request.headers.get('Authorization') ?? ''), expected))
      return new Response('This needs the bearer token of METRICS_TOKEN.\n', {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
      })
    const [readiness, ...backendAndMachine] = await Promise.all([
      inTime(checkReadiness(requestId)),
      enquiryFamilies(enquiries, requestId),
      machineFamilies(),
    ])
    const families = [
      ...counters.families(),
      ...pageFamilies(pages),
      ...renderingFamilies(renderQueue),
      ...backendAndMachine.flat(),
      gauge(
        'plateworthy_ready',
        '1 if pages can be read and enquiries stored within two seconds, else 0.',
        Number(readiness?.isReady ?? false),
      ),
      ...(embedded ? slowReadFamilies(embedded) : []),
      ...processFamilies(),
      gauge('plateworthy_info', 'Backend kind and Node version.', [
        { labels: { backend: embedded ? 'embedded' : 'hosted', node: process.version }, value: 1 },
      ]),
    ]
    return new Response(formatFamilies(families), {
      headers: { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' },
    })
  }
}

/** @returns undefined if the backend takes longer than that */
const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, sleep(BACKEND_TIMEOUT_MS, undefined, { ref: false })])

const digest = (text: string) => createHash('sha256').update(text).digest() // equal lengths, for timingSafeEqual

function pageFamilies({ responses, entries, bytes }: PageCache): Family[] {
  const { cached, shared, rendered, stale } = responses
  return [
    counter(
      'plateworthy_pages_total',
      'Page responses by source: kept (from the cache), shared (with a rendering under way), rendered; old counts stale pages served instead.',
      samplesBy('from', { kept: cached, shared, rendered, old: stale }),
    ),
    gauge('plateworthy_kept_pages', 'Pages in the cache.', entries),
    gauge('plateworthy_kept_pages_bytes', 'Bytes of the cached pages, of at most 64 MiB.', bytes),
  ]
}

const renderingFamilies = ({ waiting, refused }: FairQueue): Family[] => [
  gauge(
    'plateworthy_renderings_waiting',
    `Pages waiting to be rendered, of at most ${RENDER_QUEUE_LIMITS.waiting}.`,
    waiting,
  ),
  counter(
    'plateworthy_renderings_refused_total',
    'Pages that were not rendered because too many waited, of one client or of all.',
    refused,
  ),
]

async function enquiryFamilies(enquiries: Enquiries, requestId: string): Promise<Family[]> {
  const { answered, mailed } = enquiries.countsSinceStart()
  const { undelivered, oldestUndeliveredSeconds } = (await inTime(enquiries.describeBacklog(requestId))) ?? {}
  const isKnown = typeof undelivered === 'number'
  return [
    counter(
      'plateworthy_enquiries_total',
      'Enquiries by outcome: accepted, refused for its content, limited, failed.',
      samplesBy('outcome', answered),
    ),
    counter(
      'plateworthy_mail_deliveries_total',
      'Delivery attempts of this server, by result.',
      samplesBy('outcome', mailed),
    ),
    gauge(
      'plateworthy_enquiries_undelivered',
      'Accepted and undelivered enquiries, of all servers together.',
      isKnown ? undelivered : [],
    ),
    gauge(
      'plateworthy_enquiries_oldest_undelivered_seconds',
      'Age of the oldest undelivered enquiry.',
      isKnown ? Number(oldestUndeliveredSeconds ?? 0) : [],
    ),
  ]
}

const slowReadFamilies = ({ slowReads: { started, waiting, refused } }: EmbeddedBackend): Family[] => [
  counter('plateworthy_slow_reads_total', 'Slow reads that were sent to a worker thread.', started),
  gauge('plateworthy_slow_reads_waiting', 'Slow reads running or waiting, of at most 200.', waiting),
  counter(
    'plateworthy_slow_reads_refused_total',
    'Slow reads that were refused because too many waited, of one client or of all.',
    refused,
  ),
]
