/**
 * 10,000 alerts and a change of 500 plates: the time until every email is queued, and how long the event loop is
 * blocked.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openBackend, openData } from '#db/embedded.ts'
import { AlertRunner } from '#services/alerts/alert-runner.ts'
import { fixedSettings } from '#test/fixed-settings.ts'
import { addRows } from '#test/rows.ts'
import { describeMachine } from './machine.ts'

const ALERTS = 10_000
const PLATES = 500

const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-alerts-'))
const backend = openBackend({ dataDir, seed: false })
const database = openData(dataDir)

let seed = 20_261_123
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const letter = () => 'ABCDEFGHJKLMNOPRSTUVWXY'.charAt(random(23))
const letters = (count: number) => Array.from({ length: count }, letter).join('')
const criteria = () =>
  random(3) === 0
    ? `registration=${letters(3)}${random(999)}`
    : `q=${letters(2 + random(3)).toLowerCase()}&to=${(1 + random(40)) * 500}`

try {
  const now = new Date().toISOString()
  for (let from = 0; from < ALERTS; from += 1000)
    await addRows(
      database,
      'alerts',
      Array.from({ length: 1000 }, (_, index) => ({
        token: `${'t'.repeat(35)}${String(from + index).padStart(8, '0')}`,
        email: `visitor${from + index}@visitor.example`,
        criteria: criteria(),
        confirmed_at: now,
      })),
    )
  const plates = new Map(
    Array.from({ length: PLATES }, () => [`${letters(3)} ${1 + random(999)}`, 250 + random(20_000)]),
  )
  await addRows(
    database,
    'plates',
    [...plates].map(([plate_number, price]) => ({ plate_number, price, is_available: true })),
  )
  const runner = new AlertRunner({
    database,
    siteUrl: 'https://plates.example',
    settings: fixedSettings(),
    log: { request() {}, info() {}, error: console.error },
    onQueued() {},
    quietMs: 0,
    now: () => new Date(Date.now() + 1000),
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const queued = await runner.run()
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  console.log(`${describeMachine()}\n`)
  console.log(
    `${ALERTS} alerts, ${plates.size} new plates: ${queued} mails queued in ${seconds.toFixed(2)} s; the event loop waited ${(delay.percentile(99) / 1e6).toFixed(0)} ms (p99), ${(delay.max / 1e6).toFixed(0)} ms at most`,
  )
} finally {
  await database.destroy()
  backend.close()
  rmSync(dataDir, { recursive: true, force: true })
}
