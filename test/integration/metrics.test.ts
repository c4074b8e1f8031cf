import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { formatFamilies, Histogram } from '#server/metrics/prometheus-format.ts'
import { AWAY } from '../broken-backend.ts'
import { makeCertificate } from '../certificate.ts'
import { asContact } from '../enquiries/messages.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestSite, type TestSite, textOf } from '../open-test-site.ts'
import { addRows, editRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'
const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }

interface AlertFile {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}

/** Functions of Prometheus whose names look like those of metrics. */
const PROMQL = ['histogram_quantile']

const LINE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:\w+="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf)$/

/** The samples by name and labels. @throws if Prometheus would refuse the text */
function parse(text: string): Record<string, number> {
  const samples: Record<string, number> = {}
  const types = new Map<string, string>()
  if (!text.endsWith('\n')) throw new Error('The last line is not ended')
  for (const line of text.slice(0, -1).split('\n')) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line)
    if (type) {
      if (types.has(type[1] as string)) throw new Error(`${type[1]} comes twice`)
      types.set(type[1] as string, type[2] as string)
    }
    if (line.startsWith('#')) continue
    const [, name = '', labels = '', value] = LINE.exec(line) ?? []
    if (!types.has(name) && types.get(name.replace(/_(bucket|sum|count)$/, '')) !== 'histogram')
      throw new Error(`Not a sample of a family: ${line}`)
    const key = labels ? `${name}{${labels}}` : name
    if (key in samples) throw new Error(`${key} comes twice`)
    samples[key] = Number(value?.replace('Inf', 'Infinity'))
  }
  return samples
}

async function readMetrics(site: TestSite): Promise<Record<string, number>> {
  const response = await site.ask('/metrics', { headers })
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'])
  return parse(await response.text())
}

it('the metrics are not found without METRICS_TOKEN', async () => {
  const site = await openTestSite()
  const response = await site.ask('/metrics', { headers })
  const unknown = await site.ask('/metric', { headers })
  expect(response.status).toBe(404)
  expect(textOf(await response.text())).toBe(textOf(await unknown.text()))
})

it('requests for the metrics without the token get nothing', async () => {
  const site = await openTestSite({ METRICS_TOKEN })
  for (const Authorization of [
    '',
    'Bearer',
    `Bearer ${METRICS_TOKEN}x`,
    METRICS_TOKEN,
    `Basic ${METRICS_TOKEN}`,
  ]) {
    const response = await site.ask('/metrics', { headers: { Authorization } })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.text()).not.toContain('plateworthy_')
  }
})

it('the metrics count requests by route and status, pages by cache result, and backend reads', async () => {
  const site = await openTestSite({ METRICS_TOKEN })
  for (const path of ['/plates', '/plates', '/no/such/page', '/healthz', '/rest/v1/plates?select=id'])
    await site.ask(path)
  const samples = await readMetrics(site)
  expect(samples).toMatchObject({
    'plateworthy_http_requests_total{route="page",status="200"}': 2,
    'plateworthy_http_requests_total{route="page",status="404"}': 1,
    'plateworthy_http_requests_total{route="watch",status="200"}': 1,
    'plateworthy_http_requests_total{route="contract",status="401"}': 1,
    'plateworthy_http_request_duration_seconds_bucket{route="page",le="+Inf"}': 3,
    'plateworthy_http_request_duration_seconds_count{route="page"}': 3,
    'plateworthy_pages_total{from="kept"}': 1,
    'plateworthy_pages_total{from="rendered"}': 2,
    'plateworthy_pages_total{from="shared"}': 0,
    plateworthy_kept_pages: 2,
    plateworthy_slow_reads_waiting: 0,
    plateworthy_enquiries_undelivered: 0,
    plateworthy_ready: 1,
  })
  expect(samples.plateworthy_disk_free_bytes).toBeLessThan(samples.plateworthy_disk_size_bytes as number)
  expect(samples['plateworthy_backend_requests_total{kind="read",outcome="ok"}']).toBeGreaterThan(0)
  expect(samples.plateworthy_kept_pages_bytes).toBeGreaterThan(10_000)
  expect(samples.process_resident_memory_bytes).toBeGreaterThan(2 ** 24)
  expect(samples.nodejs_eventloop_lag_p99_seconds).toBeGreaterThanOrEqual(0)
  expect(samples.process_start_time_seconds).toBeLessThanOrEqual(Date.now() / 1000)
})

it('a page of the list is rendered again after a change of the stock, and one of the explorer is kept until its sales change', async () => {
  const site = await openTestSite({ METRICS_TOKEN })
  const database = openTestData(site.dataDir)
  const rendered = async () => {
    for (const path of ['/plates', '/sales-explorer', '/sales-explorer?q=KP']) await site.ask(path)
    return (await readMetrics(site))['plateworthy_pages_total{from="rendered"}']
  }
  expect(await rendered()).toBe(3)
  await addRows(database, 'plates', { plate_number: 'VER 510N', price: 500 })
  expect(await rendered()).toBe(4)
  await editRows(database, 'sales', { plate_number: '1 D' }, { note: 'A note' })
  expect(await rendered()).toBe(7)
})

it('the metrics count the same on a socket, where cached pages and the REST API are answered first', async () => {
  const site = await openTestSite({ METRICS_TOKEN })
  const server = createServer(site.listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const path of ['/about', '/about', '/about', '/rest/v1/plates', '/data/sales.json', '/favicon.ico'])
    await (await fetch(address + path, { headers: { Connection: 'close' } })).arrayBuffer()
  const samples = parse(await (await fetch(`${address}/metrics`, { headers })).text())
  expect(samples).toMatchObject({
    'plateworthy_http_requests_total{route="page",status="200"}': 4,
    'plateworthy_http_requests_total{route="contract",status="401"}': 1,
    'plateworthy_http_requests_total{route="export",status="503"}': 1,
    'plateworthy_pages_total{from="kept"}': 2,
    'plateworthy_pages_total{from="rendered"}': 1,
  })
})

it('the metrics count enquiries by outcome, and those that wait for delivery', async () => {
  const site = await openTestSite({ METRICS_TOKEN, ACKNOWLEDGEMENTS: 'off' })
  const send = (body: object) =>
    site.ask('/functions/v1/send-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await send(asContact())
  await send(asContact({ email: 'nobody' }))
  for (let n = 0; n < 8; n++) await send(asContact({ subject: `Number ${n}` }))
  const waiting = await readMetrics(site)
  expect(waiting).toMatchObject({
    'plateworthy_enquiries_total{outcome="accepted"}': 8,
    'plateworthy_enquiries_total{outcome="refused"}': 1,
    'plateworthy_enquiries_total{outcome="limited"}': 1,
    'plateworthy_enquiries_total{outcome="failed"}': 0,
    'plateworthy_mail_deliveries_total{outcome="sent"}': 0,
    plateworthy_enquiries_undelivered: 8,
  })
  site.startOutbox()
  await expect.poll(async () => (await readMetrics(site)).plateworthy_enquiries_undelivered).toBe(0)
  expect((await readMetrics(site))['plateworthy_mail_deliveries_total{outcome="sent"}']).toBe(8)
})

it('the metrics have none that the manual does not explain', async () => {
  const site = await openTestSite({ METRICS_TOKEN })
  await site.ask('/plates')
  const text = await (await site.ask('/metrics', { headers })).text()
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(20)
  const manual = readFileSync(new URL('../../docs/operations/monitoring.md', import.meta.url), 'utf8')
  expect(names.filter((name) => !new RegExp(`\`${name}[\`{]`).test(manual))).toEqual([])
})

/** Of Prometheus itself, and of node_exporter on the machine of a database. */
const FROM_ELSEWHERE = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes']

it('the alerts use metrics, labels and values that /metrics has, and name a heading of the manual that says what to do', async () => {
  const tls = createTlsServer(makeCertificate()).listen(0, '127.0.0.1')
  onTestFinished(() => void tls.close())
  await new Promise((resolve) => tls.once('listening', resolve))
  const { port } = tls.address() as AddressInfo
  const site = await openTestSite({
    METRICS_TOKEN,
    BACKUP_DIR: temporaryFolder(),
    SITE_URL: `https://localhost:${port}`,
  })
  await site.ask('/plates')
  await expect
    .poll(() => readMetrics(site))
    .toHaveProperty('plateworthy_certificate_expiry_timestamp_seconds')
  const samples = Object.keys(await readMetrics(site))
  const { groups } = parseYaml(readFileSync('deploy/alerts.yml', 'utf8')) as AlertFile
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(9)
  for (const { alert, expr, annotations } of rules) {
    const metrics = [...expr.matchAll(/\b(up|[a-z]+_[a-z_]+)\b(?:\{([^}]*)\})?(?!\()/g)]
    const used = metrics.filter(([, name = '']) => !PROMQL.includes(name))
    expect(used.length).toBeGreaterThan(0)
    for (const [, name = '', matchers = ''] of used) {
      if (FROM_ELSEWHERE.includes(name)) continue
      const ofName = samples.filter((sample) => sample.split('{')[0] === name)
      const matched = matchers.split(/,\s*/).filter((matcher) => /^\w+="/.test(matcher))
      for (const part of matched.length > 0 ? matched : [''])
        expect(ofName, `${alert}: ${name} ${part}`).toContainEqual(expect.stringContaining(part))
      for (const [, label] of matchers.matchAll(/(\w+)[=!]/g))
        expect(ofName[0], `${alert}: ${name}`).toContain(`${label}="`)
    }
    const [file = '', heading] = annotations.runbook.split('#')
    const headings = readFileSync(file, 'utf8').match(/^#+ .*/gm) ?? []
    expect(headings.map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))).toContain(
      heading,
    )
  }
})

it('the metrics are there while a hosted backend is unavailable, and report that', async () => {
  const site = await openTestSite({
    METRICS_TOKEN,
    ...AWAY,
  })
  await site.ask('/readyz')
  const samples = await readMetrics(site)
  expect(samples['plateworthy_backend_requests_total{kind="read",outcome="failed"}']).toBeGreaterThan(0)
  expect(samples['plateworthy_info{backend="hosted",node="'.concat(process.version, '"}')]).toBe(1)
  expect(samples.plateworthy_ready).toBe(0)
  expect(samples).not.toHaveProperty('plateworthy_enquiries_undelivered')
  expect(samples).not.toHaveProperty('plateworthy_slow_reads_waiting')
})

it('a histogram of the metrics counts a duration in its bucket and in every wider one', () => {
  const histogram = new Histogram()
  for (const seconds of [0.0004, 0.001, 0.3, 99]) histogram.observe(seconds)
  const text = formatFamilies([
    { name: 'waits', help: 'A\nB', type: 'histogram', samples: histogram.samples({ of: 'a"b\\' }) },
  ])
  expect(text).toContain('# HELP waits A\\nB\n# TYPE waits histogram\n')
  const of = 'of="a\\"b\\\\"'
  expect(parse(text)).toMatchObject({
    [`waits_bucket{${of},le="0.001"}`]: 2,
    [`waits_bucket{${of},le="0.25"}`]: 2,
    [`waits_bucket{${of},le="0.5"}`]: 3,
    [`waits_bucket{${of},le="10"}`]: 3,
    [`waits_bucket{${of},le="+Inf"}`]: 4,
    [`waits_sum{${of}}`]: 99.3014,
    [`waits_count{${of}}`]: 4,
  })
})
