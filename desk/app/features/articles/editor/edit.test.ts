import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { toggleHeading } from './commands.ts'
import { readMarkdown } from './from-markdown.ts'
import { insertBlock, insertInline, setLink } from './insert.ts'
import { schema } from './schema.ts'
import { writeMarkdown } from './to-markdown.ts'

const TEXT = `A  *first* paragraph,
on two lines.

* one
* two


| a | b |
|:--|--:|
| 1 | 2 |

Last \\& least.
`

function edit(markdown: string, change: (state: EditorState) => EditorState): string {
  const read = readMarkdown(markdown)
  return writeMarkdown(change(EditorState.create({ doc: read.doc })).doc, read).markdown
}

test('an edit changes only its own block, whatever the style of the others', () => {
  const edited = edit(TEXT, (state) => state.apply(state.tr.insertText('!', state.doc.content.size - 1)))
  expect(edited).toBe(TEXT.replace('Last \\& least.\n', 'Last & least.!\n'))
})

test('a block that is written again keeps the hyphens of its text, and has three in the rule of a table', () => {
  const text = 'A line,\\\nand a well-known one.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n'
  expect(writeMarkdown(readMarkdown(text).doc).markdown).toBe(text)
})

test('an undone edit restores the exact source', () => {
  const edited = edit(TEXT, (state) => {
    const typed = state.apply(state.tr.insertText('x', 1))
    return typed.apply(typed.tr.delete(1, 2))
  })
  expect(edited).toBe(TEXT)
})

test('lines that are left empty leave no trace, and the blocks around them are kept', () => {
  const edited = edit(TEXT, (state) =>
    state.apply(
      state.tr.insert(state.doc.content.size, [schema.node('paragraph'), schema.node('paragraph')]),
    ),
  )
  expect(edited).toBe(TEXT)
})

test('a removed block takes its lines with it', () => {
  const edited = edit('One\n\n\nTwo\n\nThree\n', (state) => {
    const first = state.doc.child(0).nodeSize
    return state.apply(state.tr.delete(first, first + state.doc.child(1).nodeSize))
  })
  expect(edited).toBe('One\n\nThree\n')
})

test('lists that become adjacent stay separate', () => {
  const edited = edit('- one\n\nBetween\n\n- two\n\nBetween\n\n- three\n', (state) => {
    const blank = schema.node('paragraph')
    const [one, , two, , three] = state.doc.children
    const lists = [one, two, blank, three].flatMap((node) => node ?? [])
    return state.apply(state.tr.replaceWith(0, state.doc.content.size, lists))
  })
  expect(readMarkdown(edited).doc.childCount).toBe(3)
})

test('a plate, a figure, a table and a link are written as in docs/content.md', () => {
  const edited = edit('', (state) => {
    let now = state
    for (const command of [
      insertInline(schema.nodes.plate.create({ registration: 'JB 1' })),
      insertInline(schema.nodes.fact.create({ name: 'retention-fee' })),
      setLink('/plate/JB%201', 'our plate'),
      insertBlock(schema.nodes.data_table.create({ name: 'fee-regimes' })),
    ])
      command(now, (tr) => {
        now = now.apply(tr)
      })
    return now
  })
  expect(edited).toBe('`plate:JB 1`{{retention-fee}}[our plate](/plate/JB%201)\n\n{{table:fee-regimes}}\n')
})

test.each([
  ['what looks like Markdown', '1. * [x](y) `z` | # _a_ <b> ~c~ {{d}} https://e.example'],
  ['a heading sign', '# no heading'],
  ['a bullet', '- no list'],
  ['a number', '1983. A year'],
  ['a rule', '---'],
  ['a note', '[^1]: none'],
  ['HTML', '<script>alert(1)</script>'],
])('typed text stays text: %s', (_, text) => {
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text(text)])])
  const again = readMarkdown(writeMarkdown(doc).markdown).doc
  expect(again.childCount).toBe(1)
  expect(again.firstChild?.type.name).toBe('paragraph')
  expect(again.textContent).toBe(text)
})

const line = (...parts: (string | [string, ...string[]])[]) =>
  schema.node(
    'paragraph',
    null,
    parts.map((part) => {
      const [text, ...marks] = typeof part === 'string' ? [part] : part
      const set = marks.map((name) => schema.mark(name))
      return text === '/' ? schema.node('line_break', null, [], set) : schema.text(text, set)
    }),
  )

test.each([
  ['at the end of a paragraph', [line('One', '/'), line('Two')], 'One\n\nTwo\n'],
  ['twice at the end', [line('One', '/', '/'), line('Two')], 'One\n\nTwo\n'],
  ['at its beginning', [line('One'), line('/', 'Two')], 'One\n\nTwo\n'],
  ['alone in a paragraph', [line('One'), line('/'), line('Two')], 'One\n\nTwo\n'],
  ['within a paragraph', [line('One', '/', 'two')], 'One\\\ntwo\n'],
  ['with spaces around it', [line('One ', '/', ' two ')], 'One\\\ntwo\n'],
  ['at the end of bold text', [line(['One', 'bold'], ['/', 'bold'], 'two')], '**One**\\\ntwo\n'],
  ['at the beginning of bold text', [line('One', ['/', 'bold'], ['two', 'bold'])], 'One\\\n**two**\n'],
  ['within bold text', [line(['One', 'bold'], ['/', 'bold'], ['two', 'bold'])], '**One\\\ntwo**\n'],
  [
    'at the end of an item',
    [schema.node('bullet_list', null, [schema.node('list_item', null, [line('One', '/'), line('/')])])],
    '- One\n',
  ],
  [
    'at the end of a quote',
    [schema.node('blockquote', null, [line('One', '/'), line('/'), line('Two')])],
    '> One\n>\n> Two\n',
  ],
])('a line break %s is never published as a backslash', (_, blocks, markdown) => {
  expect(writeMarkdown(schema.node('doc', null, blocks)).markdown).toBe(markdown)
})

test('spaces at the ends of a paragraph are left out, and those within code are not', () => {
  const doc = schema.node('doc', null, [line(' One ', ['two ', 'bold']), line('  '), line(['  x ', 'code'])])
  expect(writeMarkdown(doc).markdown).toBe('One **two**\n\n`   x  `\n')
})

test('a stored text with line breaks and spaces at the ends of its paragraphs is kept as it is', () => {
  const text = 'One&#x20;\n\n\\\nTwo\n\n* three\n'
  expect(edit(text, (state) => state)).toBe(text)
})

test('a heading button makes a heading, and text again', () => {
  const once = edit('Words\n', (state) => run(state, 2))
  expect(once).toBe('## Words\n')
  expect(edit(once, (state) => run(state, 2))).toBe('Words\n')
})

function run(state: EditorState, level: number): EditorState {
  let now = state
  toggleHeading(level)(state, (tr) => {
    now = state.apply(tr)
  })
  return now
}
