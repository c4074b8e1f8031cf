/**
 * Everything under `content/` as the site shows it. What does not hold (a figure without a source, a link that leads
 * nowhere, a heading that lacks a date) stops the build, all faults at once, each with file and line.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, articlePath, SECTIONS, type Section } from '../app/domain/article.ts'
import { longDay } from '../app/domain/in-words.ts'
import { ContentError, type Fault, type NoteFault } from './faults.ts'
import { feeTables } from './fee-tables.ts'
import {
  type Checked,
  type Facts,
  type FrontMatter,
  factsSchema,
  frontMatterSchema,
  parseChecked,
} from './front-matter.ts'
import { type Compiled, compileMarkdown, parseMarkdown, type Quotables, quote } from './markdown.ts'
import { readTables } from './tables.ts'

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
  heading: FrontMatter
  lineOf: Checked<FrontMatter>['lineOf']
  title: string
  summary: string
  compiled: Compiled
  facts: Set<string>
}

const WORDS_A_MINUTE = 220
/** A description has at most 160 characters; this leaves room to cut between words. */
const OPENING_LENGTH = 400

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

  const facts = readFacts()
  const tables = new Map([
    ...feeTables(),
    ...readTables(
      (file) => read(`tables/${file}`),
      (file) => noteIn(`tables/${file}`),
    ),
  ])
  // Else every quotation of a figure that cannot be read would be a fault of its own.
  if (faults.length > 0) throw new ContentError(faults)
  const quotables: Quotables = { facts, tables, hasPicture: (path) => existsSync(join(publicFolder, path)) }
  const pieces = SECTIONS.flatMap((section) =>
    filesIn(section, /\.md$/).flatMap((file) => readPiece(section, file, quotables) ?? []),
  )
  const shown = pieces.filter(({ heading }) => withDrafts || !heading.draft)
  const byName = new Map(shown.map((piece) => [`${piece.section}/${piece.slug}`, piece]))
  for (const piece of shown) checkLinks(piece)
  const articles = shown.map(toArticle)
  if (faults.length > 0) throw new ContentError(faults)
  articles.sort((a, b) => b.published.localeCompare(a.published) || a.title.localeCompare(b.title, 'en-GB'))
  return { articles, facts, usedFacts: new Set(pieces.flatMap((piece) => [...piece.facts])) }

  function filesIn(name: string, pattern: RegExp): string[] {
    const path = join(folder, name)
    if (!existsSync(path)) return []
    const names = readdirSync(path).filter((file) => pattern.test(file))
    return names.sort().map((file) => `${name}/${file}`)
  }

  function readFacts(): Facts {
    const all: Facts = {}
    for (const file of filesIn('facts', /\.json$/)) {
      const note = noteIn(file)
      const parsed = parseChecked(read(file) ?? '', factsSchema, note)
      for (const [name, fact] of Object.entries(parsed?.value ?? {})) {
        if (Object.hasOwn(all, name))
          note(parsed?.lineOf([name]), `the fact "${name}" stands in another file, too`)
        all[name] = fact
      }
    }
    return all
  }

  function readPiece(section: Section, file: string, quotables: Quotables): Piece | null {
    const note = noteIn(file)
    const slug = file.slice(section.length + 1, -'.md'.length)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      note(1, 'the file name is the address: small letters, figures, hyphens')
    const { tree, frontMatter } = parseMarkdown(read(file) ?? '')
    if (frontMatter === null) {
      note(1, 'begins without front matter between lines of ---')
      return null
    }
    const compiled = compileMarkdown(tree, quotables, note)
    const checked = parseChecked(frontMatter, frontMatterSchema, note, 2)
    if (!checked) return null
    const { value: heading, lineOf } = checked
    if (heading.image && !quotables.hasPicture(heading.image))
      note(lineOf(['image']), `the picture ${heading.image} is not there`)
    const used = new Set(compiled.facts)
    const quoteIn = (key: 'title' | 'summary') =>
      quote(heading[key], quotables, used, (words) => note(lineOf([key]), words))
    return {
      section,
      slug,
      file,
      heading,
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
      const id = decodeURIComponent(target.hash.slice(1))
      if (id && !ids?.has(id)) noteIn(file)(line, `the link ${url} leads to a place that is not on the page`)
    }
  }

  function toArticle({
    section,
    slug,
    file,
    heading,
    lineOf,
    title,
    summary,
    compiled,
    facts: quoted,
  }: Piece): Article {
    const related = heading.related.flatMap((name, index) => {
      const piece = byName.get(name)
      if (!piece || piece.heading.placeholder) {
        noteIn(file)(lineOf(['related', index]), `there is no piece "${name}" to lead to`)
        return []
      }
      return { path: articlePath(piece.section, piece.slug), title: piece.title }
    })
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
