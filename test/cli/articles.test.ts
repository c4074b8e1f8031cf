import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readShippedContent } from '#content/shipped-content.ts'
import { listDeskArticles, readArticle } from '#services/articles/article-store.ts'
import { publishArticle } from '#services/articles/publish-article.ts'
import { openTestData } from '../open-test-data.ts'
import { editRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openTestCli } from './open-cli.ts'

const FILE = `---
title: A quiet week
date: 20 November 2026
published: 2026-11-20
category: Market Update
author: Ann
image: ''
summary: 'It was: quiet.'
keywords: quiet
sources:
  - name: GOV.UK
    url: https://www.gov.uk/
facts:
  seen:
    value: "3"
    what: zebras
    source: { name: Zoo, url: https://zoo.test/ }
    checked: 2026-11-20
---

## Monday

We saw {{seen}}.
`

async function withArticle() {
  const office = openTestCli()
  const database = openTestData(office.environment.DATA_DIR ?? '')
  const path = office.file('a-quiet-week.md', FILE)
  const answer = await office.run('articles', 'import', path, '--section', 'news')
  const [article] = await listDeskArticles(database)
  if (!article) throw new Error(answer.all)
  return { office, database, article, answer }
}

test('a Markdown file becomes a draft at the desk, and the audit trail says so', async () => {
  const { office, database, article, answer } = await withArticle()
  expect(answer.out).toEqual(['The draft for /news/a-quiet-week is at the desk.'])
  expect(article).toMatchObject({ status: 'draft', title: 'A quiet week' })
  const { latest } = (await readArticle(database, article.id)) ?? {}
  expect(latest?.content).toMatchObject({
    body: '## Monday\n\nWe saw {{seen}}.',
    facts: [{ name: 'seen', value: '3', what: 'zebras', checked: '2026-11-20' }],
  })
  expect((await office.run('audit')).all).toContain(
    'Started the article “A quiet week” at /news/a-quiet-week',
  )
})

test('what is exported can be imported again and says the same', async () => {
  const { office, database, article } = await withArticle()
  const folder = temporaryFolder()
  await office.run('articles', 'export', folder)
  const file = readFileSync(join(folder, 'news/a-quiet-week.md'), 'utf8')
  expect(file).toContain('draft: true')
  const path = office.file('again.md', file)
  expect((await office.run('articles', 'import', path, '--section', 'news')).code).toBe(0)
  const again = (await listDeskArticles(database)).find(({ slug }) => slug === 'again')
  const contentOf = async (id = '') => (await readArticle(database, id))?.latest.content
  expect(await contentOf(again?.id)).toEqual(await contentOf(article.id))
})

test('a file that is not an article is refused with the line', async () => {
  const office = openTestCli()
  for (const [text, message] of [
    ['Hello', 'line 1: begin with front matter'],
    ['---\ntitle: "open\n---\nx\n', 'line '],
    ['---\nfacts: 3\nkeywords: [1]\n---\nx\n', 'The draft for'],
  ] as const) {
    const answer = await office.run('articles', 'import', office.file('x.md', text), '--section', 'news')
    expect(answer.all).toContain(message)
  }
  expect((await office.run('articles', 'import', office.file('y.md', FILE))).code).toBe(2)
  expect((await office.run('articles', 'import', 'none.md', '--section', 'news')).all).toContain(
    'There is no file',
  )
})

test('the doctor names published articles that cannot be shown', async () => {
  const { office, database, article } = await withArticle()
  const shipped = await readShippedContent()
  const actor = { person: 'Ann', via: 'desk' } as const
  await publishArticle(database, shipped, { id: article.id, revision: 0, actor })
  expect((await office.run('doctor')).all).toContain('1 article at the desk can be read.')
  await editRows(database, 'article_versions', { article_id: article.id }, { content: '{}' })
  const { all } = await office.run('doctor')
  expect(all).toContain('1 published article cannot be shown')
  expect(all).toContain('/news/a-quiet-week: its text cannot be read')
})
