import type { Database } from '#data/tables.ts'
import type { Log } from '../log.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import type { LiveArticles } from './live-articles.ts'
import { publishDue } from './publish-article.ts'

interface ScheduleRunnerOptions {
  database: Database
  articles: Pick<LiveArticles, 'refresh' | 'shipped'>
  log: Log
}

const EVERY_MS = 15_000

/**
 * Publishes articles that are due, starting with those that became due while the server was off. Several servers may
 * run this; each article is published by one of them.
 */
export function createScheduleRunner({ database, articles, log }: ScheduleRunnerOptions) {
  const told = new Set<string>()

  async function run(): Promise<void> {
    const { published, faulty } = await publishDue(database, articles.shipped, new Date())
    for (const { path, fault } of faulty) {
      if (told.has(path)) continue
      told.add(path)
      log.error('A scheduled article was not published, because it cannot be shown', `${path}: ${fault}`)
    }
    if (published > 0) {
      log.info(`Published as scheduled: ${published}`)
      await articles.refresh()
    }
  }

  const runner = new PeriodicRunner({
    run,
    everyMs: EVERY_MS,
    log,
    failure: 'Scheduled articles cannot be published',
  })
  return {
    start() {
      runner.start()
      run().catch((error) => log.error('Scheduled articles cannot be published', error))
    },
    stop: () => runner.stop(),
  }
}
