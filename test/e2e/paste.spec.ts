/** What other programs put on the clipboard, and the Markdown that it becomes in the editor of articles. */
import { test as base, expect } from '@playwright/test'
import { build } from 'vite'

declare const pasteInto: (markdown: string, html: string) => string

interface Bundled {
  paste(html: string, markdown?: string): Promise<string>
}

const test = base
  .extend<object, { script: string }>({
    script: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures
      async ({}, use) => {
        const bundled = await build({
          configFile: false,
          logLevel: 'error',
          build: {
            write: false,
            minify: false,
            lib: { entry: 'test/e2e/paste-harness.ts', formats: ['iife'], name: 'harness' },
          },
        })
        const [output] = Array.isArray(bundled) ? bundled : [bundled]
        const chunk = output && 'output' in output ? output.output[0] : undefined
        await use(chunk?.code ?? '')
      },
      { scope: 'worker' },
    ],
  })
  .extend<Bundled>({
    async paste({ page, script }, use) {
      await page.goto('about:blank')
      await page.addScriptTag({ content: script })
      await use((html, markdown = '') =>
        page.evaluate(([text, pasted]) => pasteInto(text ?? '', pasted ?? ''), [markdown, html]),
      )
    },
  })

type Case = readonly [what: string, html: string, markdown: string]

const TWO = 'First line of the story.\n\nSecond paragraph after a blank line.\n'

const BLANK_LINES: Case[] = [
  [
    'Gmail',
    '<div dir="ltr">First line of the story.<div><br></div><div>Second paragraph after a blank line.</div></div>',
    TWO,
  ],
  [
    'Outlook on the web',
    '<div class="elementToProof">First line of the story.</div><div class="elementToProof"><br></div><div class="elementToProof">Second paragraph after a blank line.</div>',
    TWO,
  ],
  [
    'Outlook',
    '<p class=MsoNormal>First line of the story.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Second paragraph after a blank line.<o:p></o:p></p>',
    TWO,
  ],
  [
    'Yahoo',
    '<div>First line of the story.</div><div dir="ltr"><br clear="none"></div><div>Second paragraph after a blank line.</div>',
    TWO,
  ],
  ['two line breaks', 'First line of the story.<br><br>Second paragraph after a blank line.', TWO],
  [
    'three line breaks with spaces',
    '<p>First line of the story.<br> <br>\n<br>Second paragraph after a blank line.</p>',
    TWO,
  ],
  [
    'line breaks in bold',
    '<b>First line of the story.<br><br>Second paragraph after a blank line.</b>',
    '**First line of the story.**\n\n**Second paragraph after a blank line.**\n',
  ],
  [
    'a line break at the end',
    '<p>First line of the story.<br></p><p>Second paragraph after a blank line.<br><br></p>',
    TWO,
  ],
  [
    'a line break at the beginning',
    '<p><br>First line of the story.</p><p>&nbsp;<br>Second paragraph after a blank line.</p>',
    TWO,
  ],
  [
    'lines without a width',
    '<p>First line of the story.</p><p>&#8203;</p><p>\ufeff</p><p>Second paragraph after a blank line.</p>',
    TWO,
  ],
  ['a line break within', '<p>One<br>two</p>', 'One\\\ntwo\n'],
  ['blank lines in a list', '<ul><li>One<br><br></li><li><p>Two</p><p><br></p></li></ul>', '- One\n- Two\n'],
  [
    'blank lines in a quote',
    '<blockquote><div>One</div><div><br></div><div>Two</div></blockquote>',
    '> One\n>\n> Two\n',
  ],
  ['nothing but blank lines', '<div><br></div><div><br></div>', ''],
]

const TABLES: Case[] = [
  [
    'rows',
    '<table><tr><td>Year</td><td>Plate</td><td>Price</td></tr><tr><td rowspan="2">2024</td><td>AB 1</td><td>£100</td></tr><tr><td>CD 2</td><td>£200</td></tr><tr><td>2025</td><td>EF 3</td><td>£300</td></tr></table>',
    '| Year | Plate | Price |\n| --- | --- | --- |\n| 2024 | AB 1 | £100 |\n| | CD 2 | £200 |\n| 2025 | EF 3 | £300 |\n',
  ],
  [
    'rows in the last column',
    '<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td rowspan="3">x</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | x |\n| 2 | |\n| 3 | |\n',
  ],
  [
    'rows and columns',
    '<table><tr><td>A</td><td>B</td><td>C</td></tr><tr><td rowspan="2" colspan="2">x</td><td>1</td></tr><tr><td>2</td></tr></table>',
    '| A | B | C |\n| --- | --- | --- |\n| x | | 1 |\n| | | 2 |\n',
  ],
  [
    'two groups of rows',
    '<table><tr><td rowspan="2">x</td><td>1</td><td rowspan="2">y</td></tr><tr><td>2</td></tr></table>',
    '| x | 1 | y |\n| --- | --- | --- |\n| | 2 | |\n',
  ],
  [
    'rows of the heading',
    '<table><thead><tr><th rowspan="2">Year</th><th colspan="2">Price</th></tr><tr><th>Low</th><th>High</th></tr></thead><tbody><tr><td>2024</td><td>1</td><td>2</td></tr></tbody></table>',
    '| Year | Price | |\n| --- | --- | --- |\n| | Low | High |\n| 2024 | 1 | 2 |\n',
  ],
  [
    'all rows that are left',
    '<table><tr><td>A</td><td>B</td></tr><tr><td rowspan="0">x</td><td>1</td></tr><tr><td>2</td></tr></table>',
    '| A | B |\n| --- | --- |\n| x | 1 |\n| | 2 |\n',
  ],
  [
    'more rows than there are',
    '<table><tr><td>A</td><td>B</td></tr><tr><td rowspan="9">x</td><td>1</td></tr></table>',
    '| A | B |\n| --- | --- |\n| x | 1 |\n',
  ],
]

const WORD_COMMENT =
  '<p class=MsoNormal>The plate sold.<span class=MsoCommentReference><a style="mso-comment-reference:B_1" href="#_msocom_1" class=msocomanchor>[B1]</a></span></p><div style="mso-element:comment-list"><hr class=msocomoff><div style="mso-element:comment"><div id="_com_1" class=msocomtxt><p class=MsoCommentText><a href="#_msoanchor_1" class=msocomoff>[B1]</a>Private remark to a colleague</p></div></div></div>'

const COMMENTS: Case[] = [
  ['Word', WORD_COMMENT, 'The plate sold.\n'],
  [
    'Google Docs',
    '<p><span>The plate sold.</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div style="border:1px solid black;margin:5px"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Private remark</span></p><p>and more</p></div>',
    'The plate sold.\n',
  ],
  [
    'tracked changes',
    '<p>The plate <del cite="mailto:Ann" datetime="2026-11-20T10:00">did not sell</del><ins cite="mailto:Ann">sold</ins>.</p>',
    'The plate sold.\n',
  ],
  ['struck words that are meant', '<p>It was <del>£900</del> £800.</p>', 'It was ~~£900~~ £800.\n'],
]

const NOTED = 'It sold.[^1] And well.[^2]\n\n[^1]: At Bonhams.\n\n[^2]: Above its **guide**.\n'

const FOOTNOTES: Case[] = [
  [
    'Word',
    '<p class=MsoNormal>It sold.<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><span>[1]</span></span></a> And well.<a style="mso-footnote-id:ftn2" href="#_ftn2" name="_ftnref2"><span>[2]</span></a></p><div style="mso-element:footnote-list"><br clear=all><hr align=left size=1 width="33%"><div style="mso-element:footnote" id=ftn1><p class=MsoFootnoteText><a style="mso-footnote-id:ftn1" href="#_ftnref1" name="_ftn1"><span>[1]</span></a> At Bonhams.</p></div><div style="mso-element:footnote" id=ftn2><p class=MsoFootnoteText><a href="#_ftnref2" name="_ftn2">[2]</a> Above its <b>guide</b>.</p></div></div>',
    NOTED,
  ],
  [
    'Google Docs',
    '<p>It sold.<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> And well.<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> At Bonhams.</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span> Above its </span><span style="font-weight:700">guide</span>.</p></div>',
    NOTED,
  ],
  [
    'LibreOffice',
    '<p>It sold.<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> And well.<a class="sdfootnoteanc" name="sdfootnote2anc" href="#sdfootnote2sym"><sup>2</sup></a></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>At Bonhams.</p></div><div id="sdfootnote2"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote2sym" href="#sdfootnote2anc">2</a>Above its <b>guide</b>.</p></div>',
    NOTED,
  ],
  [
    'GitHub',
    '<p>It sold.<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup> And well.<sup><a href="#user-content-fn-2" id="user-content-fnref-2">2</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1"><p>At Bonhams. <a href="#user-content-fnref-1">↩</a></p></li><li id="user-content-fn-2"><p>Above its <strong>guide</strong>. <a href="#user-content-fnref-2">↩</a></p></li></ol></section>',
    NOTED,
  ],
  [
    'Wikipedia, with one note for two places',
    '<p>It sold.<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup> Twice.<sup id="cite_ref-1b"><a href="#cite_note-1">[1]</a></sup></p><ol><li id="cite_note-1"><a href="#cite_ref-1">a</a> <a href="#cite_ref-1b">b</a> At Bonhams.</li></ol>',
    'It sold.[^1] Twice.[^1]\n\n[^1]: At Bonhams.\n',
  ],
  [
    'a text without its footnotes',
    '<p>It sold.<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> And well.<sup><a href="#cite_note-7">[7]</a></sup></p>',
    'It sold. And well.\n',
  ],
  [
    'a table of contents',
    '<p><a href="#_Toc12345">The first chapter</a></p><p><a name="_Toc12345"></a>Words</p>',
    'The first chapter\n\nWords\n',
  ],
]

const GOOGLE = (style: string) =>
  `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;font-style:normal;${style}">£900</span></p></b>`

const STRUCK: Case[] = [
  ['Google Docs', GOOGLE('text-decoration:line-through;vertical-align:baseline'), '~~£900~~\n'],
  ['Google Docs, with another line', GOOGLE('text-decoration:underline line-through'), '~~£900~~\n'],
  ['Google Docs, by the line alone', GOOGLE('text-decoration-line:line-through'), '~~£900~~\n'],
  ['Google Docs, underlined only', GOOGLE('text-decoration:underline'), '£900\n'],
  ['Word', '<p class=MsoNormal><s>£900</s></p>', '~~£900~~\n'],
  ['an old page', '<p><strike>£900</strike></p>', '~~£900~~\n'],
  [
    'bold as well',
    GOOGLE('text-decoration:line-through;font-weight:700').replace('font-weight:400;', ''),
    '**~~£900~~**\n',
  ],
]

const LISTS: Case[] = [
  [
    'Google Docs from 3',
    '<b style="font-weight:normal"><ol style="margin-top:0" start="3"><li dir="ltr"><p dir="ltr"><span>Three</span></p></li><li dir="ltr"><p dir="ltr"><span>Four</span></p></li></ol></b>',
    '3. Three\n4. Four\n',
  ],
  ['a number of the first item', '<ol><li value="3">Three</li><li>Four</li></ol>', '3. Three\n4. Four\n'],
  ['a list from 1', '<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two\n'],
  [
    'a list after words',
    '<p>First:</p><ol start="5"><li>Five</li></ol><p>Then.</p>',
    'First:\n\n5. Five\n\nThen.\n',
  ],
  [
    'Google Docs with a list in a list',
    '<ul><li><p>One</p></li><ul><li><p>Under one</p></li></ul><li><p>Two</p></li></ul>',
    '- One\n  - Under one\n- Two\n',
  ],
  [
    'Word from 3',
    "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>3.<span>&nbsp;</span></span>Three</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>4.<span>&nbsp;</span></span>Four</p>",
    '3. Three\n4. Four\n',
  ],
]

const GROUPS = {
  'blank lines': BLANK_LINES,
  'cells that span': TABLES,
  comments: COMMENTS,
  footnotes: FOOTNOTES,
  'struck text': STRUCK,
  'numbers of lists': LISTS,
}

for (const [kind, cases] of Object.entries(GROUPS))
  test(`${kind} of other programs are pasted as they are meant`, async ({ paste }) => {
    const pasted = []
    for (const [what, html] of cases) pasted.push([what, await paste(html)])
    expect(pasted).toEqual(cases.map(([what, , markdown]) => [what, markdown]))
  })

test('what is pasted into words, a list, a heading and a table stays in them', async ({ paste }) => {
  const list = '<ol start="3"><li>Three</li></ol>'
  expect(await paste('<b>bold</b>', 'Some | words')).toBe('Some **bold** words\n')
  expect(await paste(list, 'Before|after')).toBe('Before\n\n3. Three\n\nafter\n')
  expect(await paste('<ul><li>Two</li><li>Three</li></ul>', '- One\n- |\n')).toBe('- One\n- Two\n- Three\n')
  expect(await paste(WORD_COMMENT, '## Head |')).toBe('## Head The plate sold.\n')
  expect(await paste('<p>a<br><br>b</p>', '## Head |')).toBe('## Head ab\n')
  const noted =
    '<p>It sold.<a href="#_ftn1" name="_ftnref1">[1]</a></p><p id=ftn1><a href="#_ftnref1" name="_ftn1">[1]</a> At Bonhams.</p>'
  expect(await paste(noted, '## Head |')).toBe('## Head It sold.\n')
  expect(await paste(noted, 'Ours.[^1] |\n\n[^1]: Our note.\n')).toBe(
    'Ours.[^1] It sold.[^2]\n\n[^2]: At Bonhams.\n\n[^1]: Our note.\n',
  )
})
