/** Handles the buttons of the form, with and without script. */
import type { RouterContextProvider } from 'react-router'
import { type ArticleContent, readContent } from '#services/articles/article-content.ts'
import { findArticleRow } from '#services/articles/article-store.ts'
import { checkArticle } from '#services/articles/check-article.ts'
import { compareVersions } from '#services/articles/compare-versions.ts'
import { publishArticle, scheduleArticle } from '#services/articles/publish-article.ts'
import { ArticleConflict, ArticleRefusal } from '#services/articles/refusal.ts'
import { saveVersion } from '#services/articles/save-version.ts'
import { describeLondon, parseLondon } from '#services/london-time.ts'
import { actorOf } from '../../context.ts'
import { textOf } from '../../ui/text-of.ts'
import { articleTools } from './article-tools.server.ts'
import { contentOfForm } from './content-of-form.ts'
import { INTENTS, type Intent, type SaveAnswer } from './save-answer.ts'

/** Saves the content of the form, then publishes it if requested. @throws DataError */
export async function saveArticle(
  context: Readonly<RouterContextProvider>,
  id: string,
  form: FormData,
): Promise<SaveAnswer> {
  const { database, shipped, refresh } = await articleTools(context)
  const actor = actorOf(context)
  const intent = intentOf(form)
  const read = readContent(contentOfForm(form))
  if ('faults' in read)
    return {
      kind: 'refused',
      message: 'The article was not saved.',
      fields: read.faults,
      faults: [],
      revision: null,
    }
  const { content } = read

  async function schedule(revision: number): Promise<string> {
    const moment = parseLondon(textOf(form, 'publishDay'), textOf(form, 'publishTime'))
    if (!moment) {
      const message = 'Choose a day and a time, in London time.'
      throw new ArticleRefusal(message, { fields: { publishAt: message } })
    }
    await scheduleArticle(database, shipped, { id, revision, actor, at: moment.at })
    return [`It will be published on ${describeLondon(moment.at)}, London time.`, moment.note]
      .filter(Boolean)
      .join(' ')
  }

  async function faultsOf(content: ArticleContent) {
    const article = await findArticleRow(database, id)
    return article ? (await checkArticle(database, shipped, article, content)).faults : []
  }

  let saved: number | null = null
  try {
    const kind = intent === 'autosave' ? 'autosave' : 'saved'
    const { revision } = await saveVersion(database, { id, revision: revisionOf(form), content, kind, actor })
    saved = revision
    const note = intent === 'schedule' ? await schedule(revision) : null
    if (intent === 'publish') {
      await publishArticle(database, shipped, { id, revision, actor })
      await refresh()
    }
    return { kind: 'done', intent, revision, note, faults: await faultsOf(content) }
  } catch (error) {
    if (error instanceof ArticleConflict) return conflictWith(error, content)
    if (!(error instanceof ArticleRefusal)) throw error
    const faults = error.faults.length > 0 ? error.faults : saved === null ? [] : await faultsOf(content)
    return { kind: 'refused', message: error.message, fields: error.fields, faults, revision: saved }
  }
}

function conflictWith({ other, revision }: ArticleConflict, mine: ArticleContent): SaveAnswer {
  const { person, at, content } = other
  const differences = content ? compareVersions(content, mine) : []
  return { kind: 'conflict', revision, person, at, content, differences }
}

function intentOf(form: FormData): Intent {
  const given = textOf(form, 'intent')
  return INTENTS.find((intent) => intent === given) ?? 'save'
}

function revisionOf(form: FormData): number {
  const revision = Number(textOf(form, 'revision'))
  return Number.isSafeInteger(revision) && revision >= 0 ? revision : -1
}
