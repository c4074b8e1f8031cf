/** Links and paths in the documentation, checked against the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'])

/** The anchors of a page, as GitHub derives them from its headings. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const links = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => [page, target] as const,
  ),
)

test.each(links.filter(([, target]) => !/^https?:|^\//.test(target)))('%s links to %s', (page, target) => {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path))
  expect(existsSync(file)).toBe(true)
  if (anchor) expect(anchorsOf(file)).toContain(anchor)
})

/** Files that a how-to or the architecture names; a name in capitals or with an ellipsis is a placeholder. */
const PATH =
  /`((?:app|bench|cli|content|db|deploy|desk|packages|scripts|server|services|shared|supabase|test|tools)\/[\w./-]+)`/g

/** Files that a how-to creates. */
const EXAMPLES = [
  'app/features/about/delivery.tsx',
  'content/guides/how-to-sell-a-plate.md',
  'db/migrations/NNNN-name.sql',
]

/** A file without its folder, which the sentence or the one before names. */
const NAME = /`(\w[\w.-]*\.tsx?)`/g

const namesInTree = new Set(
  globSync('{app,content,db,desk,packages,services,shared,test}/**/*.{ts,tsx}').map((path) => basename(path)),
)

test.each(pages.filter((page) => /how-to|architecture|decisions/.test(page)))(
  '%s names files that exist',
  (page) => {
    const text = readFileSync(page, 'utf8')
    const paths = [...text.matchAll(PATH)].map(([, path = '']) => path)
    expect(paths.filter((path) => !EXAMPLES.includes(path) && !existsSync(path))).toEqual([])
    const names = [...text.matchAll(NAME)].map(([, name = '']) => name)
    expect(names.filter((name) => !namesInTree.has(name) && !existsSync(name))).toEqual([])
  },
)

test('the log messages that the manual explains are those of the code', () => {
  const manual = readFileSync('docs/operations/monitoring.md', 'utf8').replace(/\s+/g, ' ')
  const messages = [...manual.matchAll(/“([^”]+)”/g)].map(([, message = '']) => message)
  const sources = globSync(['{server,services,packages,db}/**/*.ts', 'env.ts'])
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  expect(messages.length).toBeGreaterThan(5)
  expect(messages.filter((message) => !sources.some((source) => source.includes(message)))).toEqual([])
})
