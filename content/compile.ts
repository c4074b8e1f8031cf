/**
 * Everything under `content/` as the site shows it. What does not hold (a figure without a source, a link that leads
 * nowhere, a heading that lacks a date) stops the build, all faults at once, each with file and line.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, articlePath, SECTIONS, type Section } from '../app/features/articles/article.ts'
import { longDay } from '../app/shared/format.ts'
import { ContentError, type Fault, type NoteFault } from './errors.ts'
import { feeTables } from './fee-tables.ts'
import {
  type Checked,
  type Facts,
  type FrontMatter,
  factsSchema,
  frontMatterSchema,
  parseChecked,
} from './front-matter.ts'
import { type Compiled, compileMarkdown, parseMarkdown, type QuotableFacts, quote } from './markdown.ts'
import { readTables, type Table } from './tables.ts'

export interface Content {
  /** Newest first; drafts are left out. */
  articles: Article[]
  facts: Facts
  /** The facts that some piece quotes. */
  usedFacts: Set<string>
}

export interface Around {
  /** The site's own addresses without parameters, such as '/plates'. */
  addresses: string[]
  /** The folder of pictures, `public/`. */
  publicFolder: string
  withDrafts?: boolean
}

interface Piece {
  section: Section
  slug: string
  file: string
  /** Null where it has faults; what can be read of it all the same follows. */
  heading: FrontMatter | null
  isDraft: boolean
  isPlaceholder: boolean
  related: string[]
  lineOf: Checked<FrontMatter>['lineOf']
  title: string
  summary: string
  compiled: Compiled
  facts: Set<string>
}

const WORDS_A_MINUTE = 220
/** A description has at most 160 characters; this leaves room to cut between words. */
const OPENING_LENGTH = 400

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPublished = ({ source }: Facts[string]) => !source.url.startsWith('/')
const describeFigure = ({ value, what }: Facts[string]) => (what ? `${value} (${what})` : value)

/** @throws ContentError that lists every fault */
export function compileContent(
  folder: string,
  { addresses, publicFolder, withDrafts = false }: Around,
): Content {
  const faults: Fault[] = []
  const noteIn =
    (file: string): NoteFault =>
    (line = 1, words) =>
      faults.push({ file, line: Number.isNaN(line) ? 1 : line, words })
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null

  const { facts, isFaultyFact } = readFacts()
  const tables = new Map<string, Table | null>([
    ...feeTables(),
    ...readTables(
      (file) => read(`tables/${file}`),
      (file) => noteIn(`tables/${file}`),
    ),
  ])
  const quotables: QuotableFacts = {
    facts,
    isFaultyFact,
    tables,
    hasPicture: (path) => existsSync(join(publicFolder, path)),
  }
  const pieces = SECTIONS.flatMap((section) =>
    filesIn(section, /\.md$/).map((file) => readPiece(section, file, quotables)),
  )
  const shown = pieces.filter(({ isDraft }) => withDrafts || !isDraft)
  const byName = new Map(shown.map((piece) => [`${piece.section}/${piece.slug}`, piece]))
  for (const piece of shown) checkLinks(piece)
  const articles = shown.flatMap((piece) => toArticle(piece) ?? [])
  if (faults.length > 0) throw new ContentError(faults)
  articles.sort((a, b) => b.published.localeCompare(a.published) || a.title.localeCompare(b.title, 'en-GB'))
  return { articles, facts, usedFacts: new Set(pieces.flatMap((piece) => [...piece.facts])) }

  function filesIn(name: string, pattern: RegExp): string[] {
    const path = join(folder, name)
    if (!existsSync(path)) return []
    const names = readdirSync(path).filter((file) => pattern.test(file))
    return names.sort().map((file) => `${name}/${file}`)
  }

  function readFacts(): { facts: Facts; isFaultyFact: (name: string) => boolean } {
    const all: Facts = {}
    const faulty = new Set<string>()
    let isAnyUnreadable = false
    for (const file of filesIn('facts', /\.json$/)) {
      const note = noteIn(file)
      const { value, raw, lineOf } = parseChecked(read(file) ?? '', factsSchema, note)
      if (!value && isRecord(raw)) for (const name of Object.keys(raw)) faulty.add(name)
      if (!isRecord(raw)) isAnyUnreadable = true
      for (const [name, fact] of Object.entries(value ?? {})) {
        if (Object.hasOwn(all, name)) note(lineOf([name]), `the fact "${name}" stands in another file, too`)
        all[name] = fact
      }
    }
    return { facts: all, isFaultyFact: (name) => isAnyUnreadable || faulty.has(name) }
  }

  /** Reads on past every fault, so that all of them are noted at once. */
  function readPiece(section: Section, file: string, quotables: QuotableFacts): Piece {
    const note = noteIn(file)
    const slug = file.slice(section.length + 1, -'.md'.length)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      note(1, 'the file name is the address: small letters, figures, hyphens')
    const source = read(file) ?? ''
    source.split('\n').forEach((line, index) => {
      if (/^(<{7}|>{7}) /.test(line))
        note(index + 1, 'git could not merge this place: keep one of both and remove the marks')
    })
    const { tree, frontMatter } = parseMarkdown(source)
    if (frontMatter === null) note(1, 'begins without front matter between lines of ---')
    const compiled = compileMarkdown(tree, quotables, note)
    const checked =
      frontMatter === null ? null : parseChecked(frontMatter, frontMatterSchema(section), note, 2)
    const lineOf = checked?.lineOf ?? (() => 1)
    const given = isRecord(checked?.raw) ? checked.raw : {}
    const { image, related } = given
    if (isText(image) && image.startsWith('/') && !quotables.hasPicture(image))
      note(lineOf(['image']), `the picture ${image} is not there`)
    const used = new Set(compiled.facts)
    const quoteIn = (key: 'title' | 'summary') => {
      const text = checked?.value?.[key] ?? given[key]
      return isText(text) ? quote(text, quotables, used, (words) => note(lineOf([key]), words)) : ''
    }
    return {
      section,
      slug,
      file,
      heading: checked?.value ?? null,
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

  function checkLinks({ file, section, slug, compiled }: Piece): void {
    const here = articlePath(section, slug)
    const places = new Map(shown.map((piece) => [articlePath(piece.section, piece.slug), piece.compiled.ids]))
    for (const { url, line } of compiled.links) {
      const target = URL.parse(url, `http://here${here}`)
      const isOurs = /^[/#]/.test(url) && target?.host === 'here'
      if (!target || !isOurs) {
        noteIn(file)(line, `the link ${url} must begin with /, # or https://`)
        continue
      }
      const ids = places.get(target.pathname)
      if (!ids && !addresses.includes(target.pathname)) noteIn(file)(line, `the link ${url} leads nowhere`)
      const id = decoded(target.hash.slice(1))
      if (id && !ids?.has(id)) noteIn(file)(line, `the link ${url} leads to a place that is not on the page`)
    }
  }

  /** Null where the front matter has faults. */
  function toArticle(piece: Piece): Article | null {
    const { section, slug, file, heading, lineOf, title, summary, compiled, facts: quoted } = piece
    const related = piece.related.flatMap((name, index) => {
      const other = byName.get(name)
      if (!other || other.isPlaceholder) {
        noteIn(file)(lineOf(['related', index]), `there is no piece "${name}" to lead to`)
        return []
      }
      return { path: articlePath(other.section, other.slug), title: other.title }
    })
    if (!heading) return null
    const figures = [...quoted].map((name) => facts[name] as Facts[string])
    const ours = figures.filter((fact) => !isPublished(fact))
    const computed = figures.filter((fact) => fact.status === 'computed')
    const sources = [...heading.sources, ...figures.filter(isPublished).map((fact) => fact.source)]
    const checks = figures.map((fact) => fact.checked).sort()
    return {
      section,
      slug,
      path: articlePath(section, slug),
      title,
      date: heading.date,
      published: heading.published,
      updated: heading.updated ?? null,
      category: heading.category,
      author: heading.author,
      summary,
      plate: heading.plate ?? null,
      hub: heading.hub ?? null,
      isPlaceholder: heading.placeholder,
      words: compiled.words,
      minutes: Math.max(1, Math.round(compiled.words / WORDS_A_MINUTE)),
      html: compiled.html,
      opening: compiled.text.slice(0, OPENING_LENGTH),
      image: heading.image ? { src: heading.image, alt: heading.imageAlt ?? '' } : null,
      keywords: heading.keywords,
      contents: compiled.contents,
      sources: sources.filter(({ url }, index) => sources.findIndex((other) => other.url === url) === index),
      ownFigures: [...new Set(ours.map(describeFigure))],
      computedFigures: [...new Set(computed.map(describeFigure))],
      related,
      checked: heading.checked ?? (checks[0] ? longDay(checks[0]) : null),
    }
  }
}

/** A place as its id is written; what is no percent-encoding leads nowhere. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
