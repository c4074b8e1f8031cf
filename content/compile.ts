import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, articlePath, SECTIONS, type Section } from '../app/features/articles/article.ts'
import { longDay } from '../app/shared/format.ts'
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
import { type Compiled, compileMarkdown, parseMarkdown, type QuotableFacts, quote } from './markdown.ts'
import { readTables, type Table } from './tables.ts'

export interface Content {
  /** Newest first, without drafts. */
  articles: Article[]
  facts: Facts
  usedFacts: Set<string>
}

export interface CompileOptions {
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

const WORDS_PER_MINUTE = 220
/** More than the 160 characters of a description, which is cut between words. */
const OPENING_LENGTH = 400

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPublished = ({ source }: Facts[string]) => !source.url.startsWith('/')
const describeFigure = ({ value, what }: Facts[string]) => (what ? `${value} (${what})` : value)

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
    ...feeTables(),
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
  for (const parsed of shown) checkLinks(parsed)
  const articles = shown.flatMap((parsed) => toArticle(parsed) ?? [])
  if (problems.length > 0) throw new ContentError(problems)
  articles.sort((a, b) => b.published.localeCompare(a.published) || a.title.localeCompare(b.title, 'en-GB'))
  return { articles, facts, usedFacts: new Set(parsedArticles.flatMap((parsed) => [...parsed.facts])) }

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
    const here = articlePath(section, slug)
    const idsByPath = new Map(
      shown.map((parsed) => [articlePath(parsed.section, parsed.slug), parsed.compiled.ids]),
    )
    for (const { url, line } of compiled.links) {
      const target = URL.parse(url, `http://here${here}`)
      const isOurs = /^[/#]/.test(url) && target?.host === 'here'
      if (!target || !isOurs) {
        reporterFor(file)(line, `the link ${url} must begin with /, # or https://`)
        continue
      }
      const ids = idsByPath.get(target.pathname)
      if (!ids && !addresses.includes(target.pathname))
        reporterFor(file)(line, `the link ${url} leads to no page of this site`)
      const id = decoded(target.hash.slice(1))
      if (id && !ids?.has(id))
        reporterFor(file)(line, `the link ${url} has a fragment that is not on the page`)
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
    const figures = [...quoted].map((name) => facts[name] as Facts[string])
    const ours = figures.filter((fact) => !isPublished(fact))
    const computed = figures.filter((fact) => fact.status === 'computed')
    const sources = [...frontMatter.sources, ...figures.filter(isPublished).map((fact) => fact.source)]
    const checks = figures.map((fact) => fact.checked).sort()
    return {
      section,
      slug,
      path: articlePath(section, slug),
      title,
      date: frontMatter.date,
      published: frontMatter.published,
      updated: frontMatter.updated ?? null,
      category: frontMatter.category,
      author: frontMatter.author,
      summary,
      plate: frontMatter.plate ?? null,
      hub: frontMatter.hub ?? null,
      isPlaceholder: frontMatter.placeholder,
      words: compiled.words,
      minutes: Math.max(1, Math.round(compiled.words / WORDS_PER_MINUTE)),
      html: compiled.html,
      opening: compiled.text.slice(0, OPENING_LENGTH),
      image: frontMatter.image ? { src: frontMatter.image, alt: frontMatter.imageAlt ?? '' } : null,
      keywords: frontMatter.keywords,
      contents: compiled.contents,
      sources: sources.filter(({ url }, index) => sources.findIndex((other) => other.url === url) === index),
      ownFigures: [...new Set(ours.map(describeFigure))],
      computedFigures: [...new Set(computed.map(describeFigure))],
      related,
      checked: frontMatter.checked ?? (checks[0] ? longDay(checks[0]) : null),
    }
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
