import { randomBytes } from 'node:crypto'
import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { enquire, type Observation, request, withSite } from './fixtures.ts'
import { checkpoint } from './locked.ts'

const PAGE_BYTES = 4_096

const DAMAGES: Record<string, (file: string) => void> = {
  'its header overwritten': (file) => overwrite(file, 0, 100),
  'its table of tables overwritten': (file) => overwrite(file, 100, PAGE_BYTES - 100),
  'a page in the middle overwritten': (file) =>
    overwrite(file, Math.floor(statSync(file).size / 2 / PAGE_BYTES) * PAGE_BYTES, PAGE_BYTES),
  'every second page overwritten': (file) => {
    for (let at = 2 * PAGE_BYTES; at < statSync(file).size; at += 2 * PAGE_BYTES)
      overwrite(file, at, PAGE_BYTES)
  },
  'cut to half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'cut to nothing': (file) => truncateSync(file, 0),
  'a text in its place': (file) => writeFileSync(file, 'Dear diary, '.repeat(1_000)),
}

export async function* corruptDatabase(): AsyncGenerator<Observation> {
  for (const [damage, inflict] of Object.entries(DAMAGES))
    yield await withSite(async (site, file) => {
      await site.end('SIGTERM')
      inflict(file)
      const message = await site.start().then(
        () => 'STARTED',
        (error: Error) => error.message.replace(/^.*plateworthy\.db/, '…'),
      )
      return {
        scenario: `At the start: ${damage}`,
        observed: message,
        isOk: /restore a backup/.test(message),
      }
    })
  for (const [damage, inflict] of Object.entries(DAMAGES))
    yield await withSite(async (site, file) => {
      await request(site, '/plates')
      while ((await request(site, '/data/sales.json')).status !== 200) await sleep(50)
      checkpoint(file)
      inflict(file)
      await enquire(site) // a write makes every connection look at the file again
      const [cached, plate, explorer, alive] = await Promise.all(
        ['/plates', '/plate/1%20KP', '/sales-explorer', '/healthz'].map((path) => request(site, path)),
      )
      const enquiry = await enquire(site)
      const statuses = [cached, plate, explorer, alive].map((answer) => answer?.status)
      return {
        scenario: `While it runs: ${damage}`,
        observed: `cached page ${cached?.status}, plate ${plate?.status}, explorer ${explorer?.status}${explorer?.text.includes('archived data') ? ' archived' : ''}, enquiry ${enquiry.status}; ${site.hasEnded ? 'ENDED' : 'runs on'}`,
        isOk:
          !site.hasEnded &&
          statuses.every((status) => status === 200 || status === 503) &&
          [cached?.status, explorer?.status, alive?.status].every((status) => status === 200) &&
          [200, 503].includes(enquiry.status),
      }
    })
}

function overwrite(file: string, at: number, bytes: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, randomBytes(bytes), 0, bytes, at)
  closeSync(handle)
}
