// Response times for other visitors while one address floods the site. One part only: node bench/fairness.ts pages
import { readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMsOf } from './process-cpu.ts'
import { type BenchServer, startServer } from './start-site.ts'
import { quantile } from './statistics.ts'
import { makeSales } from './synthetic-sales.ts'

const SECONDS = Number(process.env.SECONDS ?? 6)
const SALES = Number(process.env.SALES ?? 50_000)
const FLOODER = '127.0.0.1'
const VISITOR = '127.0.0.2'
const OTHER_VISITOR = '127.0.0.3'
const PAUSE_MS = 10

interface Probe {
  what: string
  from: string
  path(n: number): string
  headers?: Record<string, string>
}

interface Responses {
  times: number[]
  refused: number
}

const part = process.argv[2]
if (part === undefined || part === 'pages') await floodPages()
if (part === undefined || part === 'reads') await floodSlowReads()

async function floodPages() {
  const server = await startServer()
  try {
    const probes = [
      { what: 'cached home page', from: VISITOR, path: () => '/' },
      { what: 'uncached page', from: OTHER_VISITOR, path: (n: number) => `/plates?q=visitor${n}` },
    ]
    for (const connections of [16, 64])
      await compare(server, `${connections} connections, unique /plates?q=`, probes, connections, (n) => ({
        path: `/plates?q=flood${connections}-${n}`,
      }))
  } finally {
    await server.stop()
  }
}

async function floodSlowReads() {
  const dataDir = makeSales(SALES)
  const server = await startServer({ DATA_DIR: dataDir })
  try {
    const { anonKey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))
    const headers = { apikey: anonKey, prefer: 'count=exact' }
    const read = (word: string) =>
      `/rest/v1/sales?select=*&note=not.ilike.*${word}*&hammer_price=gt.${word.length}&order=total_price.desc.nullslast,id&limit=50`
    const probes = [
      { what: 'cached home page', from: VISITOR, path: () => '/' },
      { what: 'slow read', from: OTHER_VISITOR, path: (n: number) => read(`visitor${n}`), headers },
      { what: 'uncached explorer page', from: VISITOR, path: (n: number) => `/sales-explorer?q=v${n}` },
    ]
    await compare(server, `16 connections, unique slow reads of ${SALES} sales`, probes, 16, (n) => ({
      path: read(`flood${n}`),
      headers,
    }))
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function compare(
  { address, pid }: BenchServer,
  title: string,
  probes: Probe[],
  connections: number,
  flood: (n: number) => { path: string; headers?: Record<string, string> },
) {
  await measure(address, probes, 1_000)
  const quiet = await measure(address, probes, SECONDS * 1_000)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const flooded: Responses = { times: [], refused: 0 }
  let isOver = false
  let sent = 0
  const flooding = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const { path, headers } = flood(sent++)
      await timed(address + path, { from: FLOODER, agent, headers }, flooded)
    }
  })
  await sleep(1_000)
  const [answeredBefore, cpuBefore] = [flooded.times.length, cpuMsOf(pid)]
  const noisy = await measure(address, probes, SECONDS * 1_000)
  const cpuMs = cpuMsOf(pid) - cpuBefore
  const answered = flooded.times.length - answeredBefore
  isOver = true
  await Promise.all(flooding)
  agent.destroy()
  console.log(`\n${title}: median / 95 % in ms, quiet → flooded`)
  for (const [index, { what }] of probes.entries()) {
    const [before, during] = [quiet[index] as Responses, noisy[index] as Responses]
    const cell = ({ times }: Responses) =>
      `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`
    const ratio = (share: number) =>
      `× ${(quantile(during.times, share) / quantile(before.times, share)).toFixed(1)}`
    console.log(
      `  ${what.padEnd(26)}${cell(before).padStart(15)} →${cell(during).padStart(17)}   ${ratio(0.5)} / ${ratio(0.95)}   ${during.times.length} answers, ${during.refused} refused`,
    )
  }
  console.log(
    `  flooder: ${Math.round(answered / SECONDS)}/s answered, ${flooded.refused} refused in all; server ${Math.round(cpuMs / SECONDS / 10)} % of a core, ${(cpuMs / answered).toFixed(1)} ms CPU each`,
  )
}

/** Sequential requests with short pauses, each probe from its own address. */
async function measure(address: string, probes: Probe[], forMs: number): Promise<Responses[]> {
  const end = performance.now() + forMs
  return Promise.all(
    probes.map(async ({ from, path, headers }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const responses: Responses = { times: [], refused: 0 }
      while (performance.now() < end) {
        await timed(address + path(Math.floor(Math.random() * 1e9)), { from, agent, headers }, responses)
        await sleep(PAUSE_MS)
      }
      agent.destroy()
      return responses
    }),
  )
}

function timed(
  url: string,
  { from, agent, headers = {} }: { from: string; agent: Agent; headers?: Record<string, string> },
  responses: Responses,
): Promise<void> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, localAddress: from, headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      response.resume().once('end', () => {
        const { statusCode = 0 } = response
        if (statusCode >= 500) responses.refused += 1
        else if (statusCode >= 400) reject(new Error(`${url} answered ${statusCode}`))
        else responses.times.push(performance.now() - began)
        resolve()
      })
    }).once('error', reject)
  })
}
