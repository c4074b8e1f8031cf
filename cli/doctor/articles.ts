import { readArticleRows } from '#services/articles/article-store.ts'
import { createLiveArticles } from '#services/articles/live-articles.ts'
import { plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { type Finding, ok, problem, warn } from './finding.ts'

/** Checks that this release can show every published article of the desk. */
export async function* checkArticles({ database }: CliBackend): AsyncGenerator<Finding, void> {
  const rows = await readArticleRows(database)
  if (rows.length === 0) return
  const articles = createLiveArticles({ database, log: { error() {} } })
  try {
    await articles.shipped()
    await articles.refresh()
  } catch {
    yield warn('The articles at the desk are not checked, because the site is not built: run `npm start`.')
    return
  } finally {
    articles.stop()
  }
  const { faulty, articles: shown } = articles.current()
  yield faulty.length === 0
    ? ok(`${plural(shown.length, 'article')} at the desk can be read.`)
    : problem(
        `${plural(faulty.length, 'published article')} cannot be shown to visitors: see Articles at the desk.`,
        faulty.map(({ path, fault }) => `${path}: ${fault}`),
      )
}
