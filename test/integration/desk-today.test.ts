import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readShippedContent } from '#content/shipped-content.ts'
import { publishSnapshot } from '#services/archive/publish.ts'
import { emptyContent } from '#services/articles/article-content.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { londonDay } from '#services/london-time.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { longMonth } from '#shared/text/format.ts'
import { addManySales } from '../fill-sales.ts'
import { textOf } from '../open-test-site.ts'
import { publicClientOf } from '../public-client.ts'
import { addRows, editRows, findRows } from '../rows.ts'
import { queueMails } from '../transact.ts'
import { DeskPage } from './desk-page.ts'
import { openDesk } from './open-desk.ts'

const DAY_MS = 86_400_000

test('the desk names its version below each page', async () => {
  const { staff } = await openDesk()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { root } = await DeskPage.open(staff, '/desk/enquiries')
  expect(root.querySelector('footer')?.text).toBe(`Plateworthy ${version}`)
})

test('Today lists articles that visitors cannot see, and those that were not published in time', async () => {
  const { site, database, staff } = await openDesk()
  const shipped = await readShippedContent()
  const write = (title: string) =>
    createArticle(database, shipped, {
      section: 'news',
      content: { ...emptyContent('news', 'Ann'), title, summary: 'S', body: 'B' },
      actor: { person: 'Ann', via: 'desk' },
    })
  const [broken, late] = [await write('Broken'), await write('Late')]
  const yesterday = new Date(Date.now() - DAY_MS).toISOString()
  await editRows(
    database,
    'article_versions',
    { id: [broken.version.id, late.version.id] },
    { content: '{"body":{}}', kind: 'published' },
  )
  await editRows(
    database,
    'articles',
    { id: broken.article.id },
    { status: 'published', published_version: broken.version.id, published_at: yesterday },
  )
  await editRows(
    database,
    'articles',
    { id: late.article.id },
    { status: 'scheduled', scheduled_version: late.version.id, publish_at: yesterday },
  )

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
  const { database, withData, owner } = await openDesk()
  const [ann] = await findRows(database, 'people', ['id'], { email: 'ann@people.test' })
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
  await addRows(database, 'digests', { day: '2026-11-23', last_error: 'the server is away' })
  await editRows(database, 'mails', {}, { delivery: 'undeliverable', last_error: 'no such mailbox' })
  // The oldest, of which the page has ten.
  await editRows(
    database,
    'mails',
    { mail_key: 'security-notice number 1' },
    { created_at: new Date(Date.now() - DAY_MS).toISOString() },
  )
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
  const { staff, site } = await openDesk()
  const client = publicClientOf(site)
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
  const { database, staff, withData } = await openDesk()
  await editRows(database, 'plates', { plate_number: '1 KP' }, { is_demonstration: false })
  const today = londonDay(new Date())
  const sold = await withData((database) => findStockPlate(database, { registration: '1 KP' }))
  const page = await DeskPage.open(staff, `/desk/stock/${sold?.id}/sell`)
  await page.press('Sell 1 KP', { price: '120,000', date: today })
  const { html } = await staff.open('/desk')
  expect(textOf(html)).toContain(
    `${longMonth(today.slice(0, 7))} so far Enquiries 0 Sold 1 plate for £120,000`,
  )
})
