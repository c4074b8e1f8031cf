/** SIGKILL at random moments under reads and enquiries; for enquiries alone, with mail, see scripts/chaos-run.ts. */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../test/load.ts'
import { ask, enquire, integrity, type Seen, withSite } from './seen.ts'

const KILLS = 30

export async function* killAtRandom(): AsyncGenerator<Seen> {
  yield await withSite(async (site, file) => {
    const acknowledged: string[] = []
    let isOver = false
    let reads = 0
    const visitors = Array.from({ length: 6 }, async (_, visitor) => {
      for (let number = 0; !isOver; number++) {
        if (visitor < 2) {
          const { status, text } = await enquire(site, `message ${visitor} ${number}`)
          if (status === 200) acknowledged.push(JSON.parse(text).reference)
        } else if (
          (await ask(site, number % 2 ? '/plates' : `/plates?n=${visitor}-${number}`)).status === 200
        )
          reads += 1
        else await sleep(20)
      }
    })
    const faulty: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(50 + Math.random() * 600)
      await site.killAndStart()
      const found = integrity(file)
      if (found !== 'ok') faulty.push(found)
      const page = await ask(site, '/plates')
      if (page.status !== 200) faulty.push(`/plates answered ${page.status}`)
    }
    isOver = true
    await Promise.all(visitors)
    const stored = stillThere(file)
    const lost = acknowledged.filter((reference) => !stored.has(reference)).length
    const starts = site.startedInMs.slice(1)
    return {
      fault: `SIGKILL, ${KILLS} times at random`,
      seen: `${reads} reads, ${acknowledged.length} enquiries acknowledged, ${lost} lost; integrity ok ${KILLS - faulty.length} times; open again after ${Math.round(quantile(starts, 0.5))} ms, at most ${Math.round(Math.max(...starts))} ms`,
      isGood: lost === 0 && faulty.length === 0 && acknowledged.length > 0,
    }
  })
}

function stillThere(file: string): Set<unknown> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  const rows = database.prepare('SELECT reference FROM enquiries').all()
  database.close()
  return new Set(rows.map(({ reference }) => reference))
}
