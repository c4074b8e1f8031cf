import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, articlePath, byNewest, SECTIONS, type Section } from '#shared/articles/article.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { site } from '#site.config.ts'
import { assembleArticle } from './assemble.ts'
import { ContentError, type Problem, type ReportProblem } from './errors.ts'
import { feeTables } from './fee-tables.ts'
import {
  type Facts,
  type FrontMatter,
  factsSchema,
  frontMatterSchema,
  type ParsedYaml,
  parseYaml,
} from './front-matter.ts'
import { linkProblem } from './links.ts'
import { type Compiled, compileMarkdown, parseMarkdown, type QuotableFacts, quote } from './markdown.ts'
import { readTables, type Table } from './tables.ts'

export interface Content {
  /** Newest first, without drafts. */
  articles: Article[]
  facts: Facts
  usedFacts: Set<string>
  tables: Map<string, Table | null>
  /** By the path of an article, the ids on its page. */
  ids: Map<string, ReadonlySet<string>>
}

interface CompileOptions {
  /** Paths of the site's routes without parameters, such as '/plates'. */
  addresses: string[]
  publicFolder: string
  withDrafts?: boolean
}

interface ParsedArticle {
  section: Section
  slug: string
  file: string
  /** Null if it has problems; the fields below are read from it all the same. */
  frontMatter: FrontMatter | null
  isDraft: boolean
  isPlaceholder: boolean
  related: string[]
  lineOf: ParsedYaml<FrontMatter>['lineOf']
  title: string
  summary: string
  compiled: Compiled
  facts: Set<string>
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws ContentError that lists every problem with file and line */
export function compileContent(
  folder: string,
  { addresses, publicFolder, withDrafts = false }: CompileOptions,
): Content {
  const problems: Problem[] = []
  const reporterFor =
    (file: string): ReportProblem =>
    (line = 1, message) =>
      problems.push({ file, line: Number.isNaN(line) ? 1 : line, message })
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null

  const { facts, isInvalidFact } = readFacts()
  const tables = new Map<string, Table | null>([
    ...feeTables(feeRegimes(site.dvlaPremium)),
    ...readTables(
      (file) => read(`tables/${file}`),
      (file) => reporterFor(`tables/${file}`),
    ),
  ])
  const quotables: QuotableFacts = {
    facts,
    isInvalidFact,
    tables,
    hasPicture: (path) => existsSync(join(publicFolder, path)),
  }
  const parsedArticles = SECTIONS.flatMap((section) =>
    filesIn(section, /\.md$/).map((file) => readArticle(section, file, quotables)),
  )
  const shown = parsedArticles.filter(({ isDraft }) => withDrafts || !isDraft)
  const byName = new Map(shown.map((parsed) => [`${parsed.section}/${parsed.slug}`, parsed]))
  const ids = new Map(
    shown.map(({ section, slug, compiled }) => [articlePath(section, slug), compiled.ids] as const),
  )
  for (const parsed of shown) checkLinks(parsed)
  const articles = shown.flatMap((parsed) => toArticle(parsed) ?? [])
  if (problems.length > 0) throw new ContentError(problems)
  const usedFacts = new Set(parsedArticles.flatMap((parsed) => [...parsed.facts]))
  return { articles: articles.sort(byNewest), facts, usedFacts, tables, ids }

  function filesIn(name: string, pattern: RegExp): string[] {
    const path = join(folder, name)
    if (!existsSync(path)) return []
    const names = readdirSync(path).filter((file) => pattern.test(file))
    return names.sort().map((file) => `${name}/${file}`)
  }

  function readFacts(): { facts: Facts; isInvalidFact: (name: string) => boolean } {
    const all: Facts = {}
    const invalid = new Set<string>()
    let isAnyUnreadable = false
    for (const file of filesIn('facts', /\.json$/)) {
      const report = reporterFor(file)
      const { value, raw, lineOf } = parseYaml(read(file) ?? '', factsSchema, report)
      if (!value && isRecord(raw)) for (const name of Object.keys(raw)) invalid.add(name)
      if (!isRecord(raw)) isAnyUnreadable = true
      for (const [name, fact] of Object.entries(value ?? {})) {
        if (Object.hasOwn(all, name)) report(lineOf([name]), `the fact "${name}" is in another file, too`)
        all[name] = fact
      }
    }
    return { facts: all, isInvalidFact: (name) => isAnyUnreadable || invalid.has(name) }
  }

  function readArticle(section: Section, file: string, quotables: QuotableFacts): ParsedArticle {
    const report = reporterFor(file)
    const slug = file.slice(section.length + 1, -'.md'.length)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      report(1, 'the file name is the address: use lower-case letters, digits and hyphens')
    const source = read(file) ?? ''
    source.split('\n').forEach((line, index) => {
      if (/^(<{7}|>{7}) /.test(line)) report(index + 1, 'has an unresolved merge conflict')
    })
    const { tree, frontMatter } = parseMarkdown(source)
    if (frontMatter === null) report(1, 'has no front matter: begin with it, between lines of ---')
    const compiled = compileMarkdown(tree, quotables, report)
    const checked =
      frontMatter === null ? null : parseYaml(frontMatter, frontMatterSchema(section), report, 2)
    const lineOf = checked?.lineOf ?? (() => 1)
    const given = isRecord(checked?.raw) ? checked.raw : {}
    const { image, related } = given
    if (isText(image) && image.startsWith('/') && !quotables.hasPicture(image))
      report(lineOf(['image']), `the picture ${image} does not exist`)
    const used = new Set(compiled.facts)
    const quoteIn = (key: 'title' | 'summary') => {
      const text = checked?.value?.[key] ?? given[key]
      return isText(text) ? quote(text, quotables, used, (message) => report(lineOf([key]), message)) : ''
    }
    return {
      section,
      slug,
      file,
      frontMatter: checked?.value ?? null,
      isDraft: given.draft === true,
      isPlaceholder: given.placeholder === true,
      related: Array.isArray(related) ? related.filter(isText) : [],
      lineOf,
      title: quoteIn('title'),
      summary: quoteIn('summary'),
      compiled,
      facts: used,
    }
  }

  function checkLinks({ file, section, slug, compiled }: ParsedArticle): void {
    const targets = {
      here: articlePath(section, slug),
      idsAt: (path: string) => ids.get(path),
      isPage: (path: string) => addresses.includes(path),
    }
    for (const { url, line } of compiled.links) {
      const problem = linkProblem(url, targets)
      if (problem) reporterFor(file)(line, problem)
    }
  }

  function toArticle(parsed: ParsedArticle): Article | null {
    const { section, slug, file, frontMatter, lineOf, title, summary, compiled, facts: quoted } = parsed
    const related = parsed.related.flatMap((name, index) => {
      const other = byName.get(name)
      if (!other || other.isPlaceholder) {
        reporterFor(file)(lineOf(['related', index]), `there is no article "${name}"`)
        return []
      }
      return { path: articlePath(other.section, other.slug), title: other.title }
    })
    if (!frontMatter) return null
    const { date, draft, placeholder, image, imageAlt = '', ...own } = frontMatter
    return assembleArticle(
      { section, slug },
      {
        ...own,
        title,
        summary,
        updated: own.updated ?? null,
        plate: own.plate ?? null,
        hub: own.hub ?? null,
        isPlaceholder: placeholder,
        image: image ? { src: image, alt: imageAlt } : null,
        related,
        checked: own.checked ?? null,
      },
      compiled,
      [...quoted].map((name) => facts[name] as Facts[string]),
    )
  }
}
