import { expect, test } from 'vitest'
import { readShippedContent } from '#content/shipped-content.ts'
import { publishSnapshot } from '#services/archive/publish.ts'
import { emptyContent } from '#services/articles/article-content.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { londonDay } from '#services/london-time.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { longMonth } from '#shared/text/format.ts'
import { addManySales } from '../fill-sales.ts'
import { openTestData } from '../open-test-data.ts'
import { textOf } from '../open-test-site.ts'
import { queueMails } from '../transact.ts'
import { DeskPage } from './desk-page.ts'
import { openDesk } from './open-desk.ts'

const DAY_MS = 86_400_000

test('Today lists articles that visitors cannot see, and those that were not published in time', async () => {
  const { client, staff, site } = await openDesk()
  const database = openTestData(site.dataDir)
  const shipped = await readShippedContent()
  const write = (title: string) =>
    createArticle(database, shipped, {
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

test('Today names each kind of mail that could not be sent, and says when there are more', async () => {
  const { client, withData, owner } = await openDesk()
  const { data: ann } = await client.from('people').select('id').eq('email', 'ann@people.test').single()
  const personId = String(ann?.id)
  const mail = (kind: 'alert' | 'security-notice', number: number) => ({
    mailKey: `${kind} number ${number}`,
    kind,
    recipient: `visitor-${number}@v.test`,
    subject: 'S',
    text: 'T',
    unsubscribeUrl: null,
    ...(kind === 'security-notice' && { personId }),
  })
  const alerts = Array.from({ length: 12 }, (_, index) => mail('alert', index + 2))
  await withData((database) => queueMails(database, [mail('security-notice', 1), ...alerts]))
  await client.from('digests').insert({ day: '2026-11-23', last_error: 'the server is away' }).throwOnError()
  await client
    .from('mails')
    .update({ delivery: 'undeliverable', last_error: 'no such mailbox' })
    .like('mail_key', '%number%')
    .throwOnError()
  // The oldest, of which the page has ten.
  await client
    .from('mails')
    .update({ created_at: new Date(Date.now() - DAY_MS).toISOString() })
    .eq('mail_key', 'security-notice number 1')
    .throwOnError()
  const { html } = await owner.open('/desk')
  const today = textOf(html)
  expect(today).toContain('A security notice to visitor-1@v.test could not be sent no such mailbox')
  expect(html).toContain(`href="/desk/people/${personId}"`)
  expect(today).toMatch(/An alert to visitor-\d+@v\.test could not be sent no such mailbox/)
  expect(today).toContain('More e-mails have not been sent')
  expect(today).toContain(
    'The digest of suspected spam of 23 Nov 2026 has not been e-mailed to you the server is away',
  )
})

test('Today tells how old the static exports of many sales are, and waits for those that no timer has published', async () => {
  const { client, staff, site } = await openDesk()
  const today = async () => textOf((await staff.open('/desk')).html)
  expect(await today()).not.toMatch(/static exports/i)
  addManySales(site.dataDir)
  expect(await today()).toContain('Export The timer has published no static exports of the sales yet')
  await publishSnapshot(client, site.dataDir, new Date(Date.now() - 2 * DAY_MS))
  expect(await today()).toContain(
    'Export The timer has not published the static exports of the sales waiting for 2 days',
  )
  await publishSnapshot(client, site.dataDir, new Date(Date.now() - DAY_MS))
  expect(await today()).toMatch(/Static exports [\d,]+ UK sales 24 hours old/)
})

test('Today has the month so far beside what waits', async () => {
  const { client, staff, withData } = await openDesk()
  await client.from('plates').update({ is_demonstration: false }).eq('plate_number', '1 KP').throwOnError()
  const today = londonDay(new Date())
  const sold = await withData((database) => findStockPlate(database, { registration: '1 KP' }))
  const page = await DeskPage.open(staff, `/desk/stock/${sold?.id}/sell`)
  await page.press('Sell 1 KP', { price: '120,000', date: today })
  const { html } = await staff.open('/desk')
  expect(textOf(html)).toContain(
    `${longMonth(today.slice(0, 7))} so far Enquiries 0 Sold 1 plate for £120,000`,
  )
})
