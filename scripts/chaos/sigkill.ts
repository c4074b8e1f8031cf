import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '#test/load.ts'
import { enquire, integrity, type Observation, request, storedReferences, withSite } from './fixtures.ts'

const KILLS = 30

export async function* killAtRandom(): AsyncGenerator<Observation> {
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
          (await request(site, number % 2 ? '/plates' : `/plates?n=${visitor}-${number}`)).status === 200
        )
          reads += 1
        else await sleep(20)
      }
    })
    const problems: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(50 + Math.random() * 600)
      await site.killAndStart()
      const found = integrity(file)
      if (found !== 'ok') problems.push(found)
      const page = await request(site, '/plates')
      if (page.status !== 200) problems.push(`/plates answered ${page.status}`)
    }
    isOver = true
    await Promise.all(visitors)
    const stored = storedReferences(file)
    const lost = acknowledged.filter((reference) => !stored.has(reference)).length
    const starts = site.startedInMs.slice(1)
    return {
      scenario: `SIGKILL, ${KILLS} times at random`,
      observed: `${reads} reads, ${acknowledged.length} enquiries acknowledged, ${lost} lost; integrity ok ${KILLS - problems.length} times; open again after ${Math.round(quantile(starts, 0.5))} ms, at most ${Math.round(Math.max(...starts))} ms`,
      isOk: lost === 0 && problems.length === 0 && acknowledged.length > 0,
    }
  })
}
