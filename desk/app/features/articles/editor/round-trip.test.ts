import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileMarkdown, parseMarkdown, type QuotableFacts } from '#content/markdown.ts'
import { readMarkdown } from './from-markdown.ts'
import { writeMarkdown } from './to-markdown.ts'

const content = new URL('../../../../../content/', import.meta.url).pathname
const SHIPPED = ['news', 'guides', 'stories'].flatMap((folder) =>
  readdirSync(join(content, folder)).map((file) => `${folder}/${file}`),
)
const bodyOf = (file: string) =>
  readFileSync(join(content, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')

/** Renders each fact and table as its name, so that a lost or moved one is noticed. */
const NAMED: QuotableFacts = {
  facts: new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 1 }),
      get: (_, name) => ({ value: `fact ${String(name)}` }),
    },
  ),
  isInvalidFact: () => false,
  tables: {
    has: () => true,
    get: (name: string) => ({
      caption: name,
      rows: 3,
      hast: { type: 'element', tagName: 'table', properties: { id: name }, children: [] },
    }),
  } as unknown as QuotableFacts['tables'],
  hasPicture: () => true,
}
const htmlOf = (markdown: string) => compileMarkdown(parseMarkdown(markdown).tree, NAMED, () => {}).html

describe.each(SHIPPED)('%s', (file) => {
  const body = bodyOf(file)
  const read = readMarkdown(body)

  test('the text of an article is unchanged by the editor', () => {
    expect(writeMarkdown(read.doc, read).markdown).toBe(body)
  })

  test('the text of an article gives the same page even if the editor writes every block again', () => {
    expect(htmlOf(writeMarkdown(read.doc).markdown)).toBe(htmlOf(body))
  })

  test('the text of an article is parsed as the same document again', () => {
    read.doc.check()
    expect(readMarkdown(writeMarkdown(read.doc).markdown).doc.toJSON()).toEqual(read.doc.toJSON())
  })
})
