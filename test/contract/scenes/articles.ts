/** The articles of the desk. */
import type { Database } from '#data/tables.ts'
import { changeAddress } from '#services/articles/addresses.ts'
import { createArticle, editShipped } from '#services/articles/create-article.ts'
import { createPreviewLink, revokePreviewLink } from '#services/articles/preview-link.ts'
import {
  publishArticle,
  publishDue,
  removeArticle,
  scheduleArticle,
  unscheduleArticle,
  withdrawArticle,
} from '#services/articles/publish-article.ts'
import { saveVersion } from '#services/articles/save-version.ts'
import { DAY, later, NOW, OFFICE } from '../../people/sign-in-setup.ts'
import { shipped, written } from '../shipped-articles.ts'
import type { Scene, Scenes } from './scene.ts'

async function started(quiet: Database) {
  const { article } = await createArticle(quiet, shipped, {
    section: 'news',
    content: written(),
    actor: OFFICE,
  })
  return { id: article.id, revision: 0, actor: OFFICE, now: NOW }
}

async function published(quiet: Database) {
  const decision = await started(quiet)
  await publishArticle(quiet, shipped, decision)
  return decision
}

async function scheduled(quiet: Database) {
  const decision = await started(quiet)
  await scheduleArticle(quiet, shipped, { ...decision, at: later(DAY) })
  return decision
}

const saving =
  (kind: 'saved' | 'autosave'): Scene =>
  async (quiet) => {
    const { id, actor } = await started(quiet)
    const save = (database: Database, body: string, revision: number) =>
      saveVersion(database, { id, revision, content: written({ body }), kind, actor })
    await save(quiet, 'Two.', 0)
    return (database) => save(database, 'Three.', 1)
  }

export const ARTICLE_SCENES = {
  'cancel a schedule': [
    async (quiet) => {
      const decision = await scheduled(quiet)
      return (database) => unscheduleArticle(database, decision)
    },
  ],
  'copy an article that ships': [
    async () => (database) =>
      editShipped(database, shipped, { section: 'guides', slug: 'auction-fees-explained', actor: OFFICE }),
  ],
  'create a preview link': [
    async (quiet) => {
      const decision = await started(quiet)
      return (database) => createPreviewLink(database, decision)
    },
  ],
  'move an article': [
    async (quiet) => {
      const { id, actor } = await published(quiet)
      await changeAddress(quiet, shipped, { id, slug: 'a-quiet-month', actor })
      return (database) => changeAddress(database, shipped, { id, slug: 'a-quiet-week', actor })
    },
  ],
  'publish a scheduled article': [
    async (quiet) => {
      await scheduled(quiet)
      return (database) => publishDue(database, async () => shipped, later(2 * DAY))
    },
  ],
  'publish an article': [
    async (quiet) => {
      const decision = await started(quiet)
      return (database) => publishArticle(database, shipped, decision)
    },
  ],
  'remove an article': [
    async (quiet) => {
      const decision = await started(quiet)
      return (database) => removeArticle(database, shipped, decision)
    },
  ],
  'save an article': [saving('saved'), saving('autosave')],
  'schedule an article': [
    async (quiet) => {
      const decision = await started(quiet)
      return (database) => scheduleArticle(database, shipped, { ...decision, at: later(DAY) })
    },
  ],
  'start an article': [async () => (database) => started(database)],
  'turn off a preview link': [
    async (quiet) => {
      const decision = await started(quiet)
      await createPreviewLink(quiet, decision)
      return (database) => revokePreviewLink(database, decision)
    },
  ],
  'withdraw an article': [
    async (quiet) => {
      const decision = await published(quiet)
      return (database) => withdrawArticle(database, shipped, decision)
    },
  ],
} satisfies Scenes
