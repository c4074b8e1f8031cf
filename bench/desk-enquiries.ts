/** The desk's list over 50,000 enquiries: each view 40 times, and how long the event loop is blocked. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toTime } from '#data/times.ts'
import { openBackend, openData } from '#db/embedded.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { parseEnquiryFilter } from '#services/enquiries/enquiry-filter.ts'
import { readMonthOfAnswers } from '#services/enquiries/first-answer.ts'
import { listEnquiries } from '#services/enquiries/list-enquiries.ts'
import { listEarlier, listOpenAbout } from '#services/enquiries/related-enquiries.ts'
import { fillEnquiries, OWNER } from './fill-enquiries.ts'
import { describeMachine } from './machine.ts'
import { median, quantile } from './statistics.ts'

const ENQUIRIES = 50_000
const TIMES = 40
const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-enquiries-'))
openBackend({ dataDir, seed: false }).close()
fillEnquiries(dataDir, ENQUIRIES)

const database = openData(dataDir)
const LATEST = {
  id: OWNER,
  email: 'Ann@Visitor.example',
  phone: '07700 900123',
  createdAt: toTime(new Date()),
}
const list = (query: string) => () => listEnquiries(database, parseEnquiryFilter(new URLSearchParams(query)))

try {
  console.log(`${describeMachine()}\n`)
  for (const [name, work] of [
    ['unanswered, oldest first', list('')],
    ['all, newest first', list('status=all&order=newest')],
    ['all, the last page', list('status=all&page=1000')],
    ['of one owner', list(`status=all&owner=${OWNER}`)],
    ['of one month', list('status=all&month=2025-06')],
    ['a search that finds some', list('status=all&q=AB1')],
    ['a search that finds nothing', list('status=all&q=windmill')],
    ['a registration without its space', list('status=all&q=ab12cde')],
    ['a reference', list('status=all&q=ENQ-0002-5000')],
    ['others who ask about two plates', () => listOpenAbout(database, ['AB12 CDE', 'A 1'], { id: OWNER })],
    ['earlier enquiries of an address', () => listEarlier(database, LATEST)],
    ['one enquiry with its conversation', () => readConversation(database, 'ENQ-0002-5000')],
    ['the first answers of a month', () => readMonthOfAnswers(database, '2025-06')],
  ] as const) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now()
      await work()
      times.push(performance.now() - began)
    }
    const show = (ms: number) => `${ms.toFixed(1)} ms`.padStart(10)
    console.log(`${name.padEnd(36)} median ${show(median(times))}, p95 ${show(quantile(times, 0.95))}`)
  }
} finally {
  await database.destroy()
  rmSync(dataDir, { recursive: true, force: true })
}
