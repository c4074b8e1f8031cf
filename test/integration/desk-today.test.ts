import { expect, test } from 'vitest'
import { emptyContent } from '../../services/articles/article-content.ts'
import { createArticle } from '../../services/articles/create-article.ts'
import { readShippedContent } from '../../services/articles/shipped-content.ts'
import { textOf } from '../open-test-site.ts'
import { openDesk } from './open-desk.ts'

const DAY_MS = 86_400_000

test('Today lists articles that visitors cannot see, and those that were not published in time', async () => {
  const { client, staff, site } = await openDesk()
  const shipped = await readShippedContent()
  const write = (title: string) =>
    createArticle(client, shipped, {
      section: 'news',
      content: { ...emptyContent('news', 'Ann'), title, summary: 'S', body: 'B' },
      actor: { person: 'Ann', via: 'desk' },
    })
  const [broken, late] = [await write('Broken'), await write('Late')]
  const yesterday = new Date(Date.now() - DAY_MS).toISOString()
  await client
    .from('article_versions')
    .update({ content: '{"body":{}}', kind: 'published' })
    .in('id', [broken.version.id, late.version.id])
    .throwOnError()
  await client
    .from('articles')
    .update({ status: 'published', published_version: broken.version.id, published_at: yesterday })
    .eq('id', broken.article.id)
    .throwOnError()
  await client
    .from('articles')
    .update({ status: 'scheduled', scheduled_version: late.version.id, publish_at: yesterday })
    .eq('id', late.article.id)
    .throwOnError()

  // The site notices direct writes to the database when it renders the next page.
  await site.read('/')
  const { html } = await staff.open('/desk')
  const today = textOf(html)
  expect(today).toContain('Article Visitors cannot see /news/broken its text cannot be read')
  expect(today).toContain('Article /news/late was not published as scheduled')
  const pageOf = async ({ article }: typeof broken) => {
    expect(html).toContain(`/desk/articles/${article.id}`)
    return textOf((await staff.open(`/desk/articles/${article.id}`)).html)
  }
  const page = await pageOf(broken)
  expect(page).toContain('Published, but visitors cannot see it: its text cannot be read.')
  expect(page).not.toContain('Read it on the site')
  expect(await pageOf(late)).toContain(
    'London time, but cannot be published as it is. Correct it, then publish it.',
  )
})
