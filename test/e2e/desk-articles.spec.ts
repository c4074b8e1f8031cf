import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { readArticle } from '#services/articles/article-store.ts'
import { saveVersion } from '#services/articles/save-version.ts'
import { expectAccessible, expectDarkContrast, expectNoOverflow } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

/** Creates an article and waits for its editor. @returns its id */
async function begin(page: Page, desk: DeskSite, title: string): Promise<string> {
  await desk.goto(page, '/articles/new')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Start writing' }).click()
  await expect(tool(page, 'Bold')).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function bodyOf({ database }: DeskSite, id: string): Promise<string> {
  return (await readArticle(database, id))?.latest.content?.body ?? ''
}
const saved = (page: Page) => expect(page.getByText(/^Saved at /)).toBeVisible()

const published = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Published\. / })).toBeVisible()

/** Puts content on the clipboard as another program does, and pastes it at the cursor. */
async function paste(page: Page, html: string) {
  await textOf(page).evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/html', pasted)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)
}

test('a person who has never seen Markdown writes an article, and visitors read it', async ({
  page,
  desk,
}) => {
  const id = await begin(page, desk, 'Three plates that surprised us')
  await page.getByLabel('Summary').fill('What a year of looking at plates has taught us.')
  await textOf(page).click()
  await tool(page, 'Heading').click()
  await page.keyboard.type('What we saw')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It began with ')
  await tool(page, 'Plate').click()
  await page.getByRole('dialog').getByRole('searchbox').fill('heaven')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /H34 VEN/ })
    .click()
  await page.keyboard.type(' and went on. See ')
  await tool(page, 'Link').click()
  await page.getByRole('dialog').getByRole('searchbox').fill('H34 VEN')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /our plate/ })
    .click()
  await page.keyboard.type('.')
  await page.keyboard.press('Enter')
  await tool(page, 'List').click()
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tool(page, 'Table').click()
  for (const cell of ['Plate', 'Why', 'H34 VEN', 'It reads']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await saved(page)
  expect((await bodyOf(desk, id)).trimEnd()).toBe(
    [
      '## What we saw',
      'It began with `plate:H34 VEN` and went on. See [H34 VEN](/plate/H34%20VEN).',
      '- One\n- Two',
      '| Plate | Why |\n| --- | --- |\n| H34 VEN | It reads |\n| | |',
    ].join('\n\n'),
  )
  await page.getByRole('button', { name: 'Publish now' }).click()
  await published(page)
  await page.getByRole('link', { name: 'Read it on the site' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Three plates that surprised us' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'What we saw' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('link', { name: 'H34 VEN' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'It reads' })).toBeVisible()
})

test('an article can be written, linked and published by keyboard alone', async ({ page, desk }) => {
  const id = await begin(page, desk, 'Written without a mouse')
  await page.getByLabel('Summary').focus()
  await page.keyboard.type('Every part of it can be reached.')
  await page.keyboard.press('Tab') // to the switch to Markdown
  await page.keyboard.press('Tab') // to the toolbar
  await expect(tool(page, 'Heading')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type('Read ')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('eligib')
  await expect(page.getByRole('dialog').getByRole('button', { name: /vehicle can have/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(', ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('then')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' choose.')
  await page.keyboard.press('Alt+F10')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('Escape')
  await saved(page)
  expect(await bodyOf(desk, id)).toBe(
    'Read [Which plates a vehicle can have](/eligibility), **then** choose.\n',
  )
  // Tab leaves the text.
  await page.keyboard.press('Tab')
  await expect(textOf(page)).not.toBeFocused()
  await page.getByRole('button', { name: 'Publish now' }).focus()
  await page.keyboard.press('Enter')
  await published(page)
  expect((await fetch(`${desk.address}/news/written-without-a-mouse`)).status).toBe(200)
})

test('an address that is refused takes the focus, although the article has faults of its own', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await begin(page, desk, 'Addressed')
  const address = page.getByLabel('After /news/')
  await address.fill('Not an address')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toBeFocused()
})

test('a fault is shown beside its line during typing, and disappears when it is fixed', async ({
  page,
  desk,
}) => {
  await begin(page, desk, 'Faulty')
  await page.getByRole('button', { name: 'Write in Markdown' }).click()
  await page.locator('#text-field').fill('Good.\n\nSee [this](/nowhere).')
  await page.getByRole('button', { name: 'Use the editor' }).click()
  await expect(tool(page, 'Bold')).toBeVisible()
  await page.getByLabel('Summary').fill('It was saved before anybody wrote in the editor.')
  await page.getByRole('button', { name: /^Go to it/ }).click()
  await expect(textOf(page)).toBeFocused()
  const beside = page.locator('.editor-faults')
  await expect(beside).toHaveText('The link /nowhere leads to no page of this site')
  await expect(page.getByRole('button', { name: /^Publish now/ })).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Mended.')
  await expect(beside).toHaveCount(0)
})

test.describe('while the desk cannot be reached or the sign-in has ended', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_|401|403/] })

  test('nothing that is typed is lost: it is saved as soon as possible, or offered when the page is opened again', async ({
    page,
    desk,
  }) => {
    await page.route('**/writing-tools-*.js', (route) => route.abort())
    const id = await begin(page, desk, 'Broken off')
    page.on('dialog', (dialog) => dialog.accept())
    await test.step('a part of the editor that cannot be loaded, and then can', async () => {
      await tool(page, 'Plate').click()
      await expect(
        page.getByText('A part of the editor could not be loaded.', { exact: false }),
      ).toBeVisible()
      await page.unroute('**/writing-tools-*.js')
      await tool(page, 'Plate').click()
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await textOf(page).click()
    await test.step('offline', async () => {
      await page.context().setOffline(true)
      await page.keyboard.type('Typed in a tunnel.')
      await expect(page.getByText('The desk cannot be reached.', { exact: false })).toBeVisible()
      await page.context().setOffline(false)
      await saved(page)
      expect(await bodyOf(desk, id)).toBe('Typed in a tunnel.\n')
    })
    await test.step('a page that is closed before its text is saved', async () => {
      await page.route('**/save', (route) => route.abort())
      await page.keyboard.type(' Only here.')
      await expect(page.getByText('The desk cannot be reached.', { exact: false })).toBeVisible()
      await page.reload()
      await page.unroute('**/save')
      await page.getByRole('button', { name: 'Restore it' }).click()
      await expect(textOf(page)).toHaveText('Typed in a tunnel. Only here.')
      await saved(page)
      expect(await bodyOf(desk, id)).toBe('Typed in a tunnel. Only here.\n')
    })
    await test.step('an ended session', async () => {
      const cookies = await page.context().cookies()
      await page.context().clearCookies()
      await textOf(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' Too late.')
      await expect(page.getByText('You have been signed out.', { exact: false })).toBeVisible()
      await page.context().addCookies(cookies)
      await page.reload()
      await page.getByRole('button', { name: 'Restore it' }).click()
      await saved(page)
      expect(await bodyOf(desk, id)).toBe('Typed in a tunnel. Only here. Too late.\n')
    })
    await test.step('a person who goes to another page at once', async () => {
      await textOf(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' In a hurry.')
      await page.getByRole('link', { name: 'Stock', exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible()
      expect(await bodyOf(desk, id)).toBe('Typed in a tunnel. Only here. Too late. In a hurry.\n')
    })
  })
})

test('an uploaded picture can be used in the text and at the top of the article', async ({ page, desk }) => {
  const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#0f4c3a' } })
    .png()
    .toBuffer()
  const id = await begin(page, desk, 'With a picture')
  await page.getByLabel('Summary').fill('One green picture.')
  await textOf(page).click()
  await tool(page, 'Picture').click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'green.png', mimeType: 'image/png', buffer })
  await dialog.getByLabel('What it shows').fill('A green field')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await page.locator('summary', { hasText: /^Picture$/ }).click()
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel('What it shows').fill('The field again')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await saved(page)
  expect(await bodyOf(desk, id)).toMatch(/^!\[A green field\]\(\/pictures\/[0-9a-f-]{36}\)\n$/)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await published(page)
  await page.getByRole('link', { name: 'Read it on the site' }).first().click()
  for (const name of ['A green field', 'The field again'])
    await expect
      .poll(() => page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(400)
})

test.describe('two people at one article', () => {
  test.use({ expectedErrors: [/409/] })

  test('the second gets a conflict with both texts, and neither is lost', async ({ page, desk }) => {
    const id = await begin(page, desk, 'Two at once')
    await textOf(page).click()
    await page.keyboard.type('Ours stands here.')
    await saved(page)
    const found = await readArticle(desk.database, id)
    if (!found?.latest.content) throw new Error('There is no article')
    const content = { ...found.latest.content, body: 'Theirs stands here.\n' }
    const actor = { person: 'Bob', via: 'desk' as const }
    await saveVersion(desk.database, { id, revision: found.article.revision, content, kind: 'saved', actor })
    await page.keyboard.type(' And more.')
    const panel = page.getByRole('region', { name: 'Bob has changed this article too' })
    await expect(panel.locator('del')).toHaveText('Theirs')
    await expect(panel.locator('ins').first()).toHaveText('Ours')
    await expectAccessible(page, 'a conflict between two texts')
    await panel.getByRole('button', { name: 'Keep mine' }).click()
    await saved(page)
    expect(await bodyOf(desk, id)).toBe('Ours stands here. And more.\n')
  })
})

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{font-family:Calibri}</style></head><body>
<h1><span style='font-family:"Cambria";color:#2E74B5'>Our year<o:p></o:p></span></h1>
<p class=MsoNormal style='mso-margin-top-alt:auto'><b><span lang=EN-GB>Bold</span></b>&nbsp;and <i>slanted</i><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>First</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>Second</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>Year</p></td><td><p>Sold</p></td></tr><tr><td><p>2025</p></td><td><p>Nine</p><p>plates</p></td></tr></table>
<img src="file:///C:/x.png"><script>alert(1)</script></body></html>`

const WEB = `<div style="color:red"><nav hidden>Menu</nav><h4>A small heading</h4>
<p onclick="x()">See <a href="javascript:alert(1)">this</a> and <a href="https://www.gov.uk/">GOV.UK</a>.</p>
<ul><li>One<ul><li>Under one</li></ul></li></ul><iframe src="https://e.example"></iframe><img src="https://e.example/a.png" alt="x"></div>`

test('what is pasted from Word and from a web page becomes headings, lists and tables, and nothing else', async ({
  page,
  desk,
}) => {
  const id = await begin(page, desk, 'Pasted')
  await textOf(page).click()
  await paste(page, WORD)
  await expect(textOf(page).getByRole('heading', { name: 'Our year' })).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Enter')
  await paste(page, WEB)
  await saved(page)
  expect(await bodyOf(desk, id)).toBe(
    [
      '## Our year',
      '**Bold** and _slanted_',
      '- First\n- Second',
      '| Year | Sold |\n| --- | --- |\n| 2025 | Nine plates |',
      '### A small heading',
      'See this and [GOV.UK](https://www.gov.uk/).',
      '- One\n  - Under one\n',
    ].join('\n\n'),
  )
})

test('the preview beside the text follows what is typed', async ({ page, desk }) => {
  await begin(page, desk, 'Secret so far')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Create the preview' }).click()
  const frame = page.frameLocator('iframe[title="The article as the site shows it"]')
  await expect(frame.getByText('Preview, not published', { exact: false })).toBeVisible()
  await textOf(page).click()
  await page.keyboard.type('It appears in the page.')
  await page.getByLabel('Summary').fill('Soon.')
  await expect(frame.getByText('It appears in the page.')).toBeVisible()
})

test('the editor, its pickers and the lists of articles are accessible on a phone, and fit a tablet', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 320, height: 900 })
  const id = await begin(page, desk, 'A page of 320 pixels')
  await textOf(page).click()
  await page.keyboard.type('See the table.')
  await tool(page, 'Table').click()
  await page.keyboard.type('Plate')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Price')
  await saved(page)
  await expectDarkContrast(page, 'the editor')
  await tool(page, 'Plate').click()
  await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
  await expectAccessible(page, 'the editor with a picker')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1024, height: 900 })
  await expectNoOverflow(page, 'the editor on a tablet')
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, `/articles/${id}/versions`)
  await expectNoOverflow(page, 'the versions')
  await desk.goto(page, '/articles')
  await expectAccessible(page, 'the articles')
})
