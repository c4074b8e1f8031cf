import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '#test/mail-server.ts'
import { enquire, type Observation, publicKey, request, withSite } from './fixtures.ts'

export async function* setClockBack(): AsyncGenerator<Observation> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (!library) {
    yield { scenario: 'Clock set back', observed: 'faketime is not installed', isOk: null }
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-clock-'))
  const clock = join(folder, 'clock')
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Only the wall clock changes; the monotonic clock never goes back.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  try {
    for (const change of ['-10s', '-1h', '-1d']) {
      writeFileSync(clock, '+0')
      yield await observeClockChange(change, environment, (moment) => writeFileSync(clock, moment))
    }
    writeFileSync(clock, '@1970-01-01 00:00:10')
    const message = await withSite(async () => 'STARTED', environment).catch((error: Error) => error.message)
    yield { scenario: 'A start in 1970', observed: message, isOk: /machine’s clock says/.test(message) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function observeClockChange(
  change: string,
  environment: Record<string, string>,
  set: (moment: string) => void,
): Promise<Observation> {
  const mail = await startMailServer({ mood: 'refuses' })
  try {
    return await withSite(
      async (site, file) => {
        const apikey = await publicKey(site)
        const before = await enquire(site, 'before')
        await sleep(500) // let the first attempt be refused, which schedules a retry
        set(change)
        mail.mood = 'takes'
        const after = await enquire(site, 'after')
        const answers = await Promise.all([
          request(site, '/plates?n=1'),
          request(site, '/plates'),
          request(site, '/rest/v1/plates?limit=1', { headers: { apikey } }),
          request(site, '/sales-explorer'),
        ])
        const changedAt = performance.now()
        while (mail.taken.length < 2 && performance.now() - changedAt < 20_000) await sleep(50)
        const deliveredMs = Math.round(performance.now() - changedAt)
        await site.killAndStart()
        const again = await request(site, '/plates')
        const statuses = [before, after, ...answers, again].map(({ status }) => status)
        const exports = readdirSync(join(file, '../archive')).length
        return {
          scenario: `Clock set ${change} while it runs`,
          observed: `enquiries, pages, contract and a new start ${statuses.join(' ')}; both enquiries mailed after ${mail.taken.length === 2 ? `${deliveredMs} ms` : 'NEVER'}; ${exports} export`,
          isOk: statuses.every((status) => status === 200) && mail.taken.length === 2,
        }
      },
      { ...environment, SMTP_URL: mail.url },
    )
  } finally {
    await mail.close()
  }
}
