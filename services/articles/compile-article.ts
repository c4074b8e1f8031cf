/** Compiles an article of the desk as visitors will see it, by the rules for content/ (docs/content.md). */

import { assembleArticle } from '#content/assemble.ts'
import type { Facts } from '#content/front-matter.ts'
import { linkProblem, registrationIn } from '#content/links.ts'
import {
  type Compiled,
  compileMarkdown,
  parseBody,
  pictureProperties,
  type QuotableFacts,
  quote,
} from '#content/markdown.ts'
import type { ShippedContent } from '#content/shipped-content.ts'
import { type Article, articlePath, HUBS, type Section } from '#shared/articles/article.ts'
import { pictureFilePath } from '#shared/articles/picture-address.ts'
import { isDay, longDay } from '#shared/text/format.ts'
import type { ArticleContent } from './article-content.ts'
import { findBodyLimit } from './body-limits.ts'
import type { Fault } from './fault.ts'

export type PictureSizes = ReadonlyMap<string, { width: number; height: number }>

/** An article that can be linked to. */
export interface LinkedArticle {
  path: string
  title: string
  /** Undefined if unknown; any fragment is then accepted. */
  ids?: ReadonlySet<string>
}

export interface CompileContext {
  shipped: ShippedContent
  /** Public articles, by path: those that ship and those of the desk. */
  articles: ReadonlyMap<string, LinkedArticle>
  pictures: PictureSizes
}

interface WrittenArticle {
  section: Section
  slug: string
  content: ArticleContent
  /** ISO day of first publication; today for a draft. */
  published: string
}

export interface CompiledArticle {
  /** Null if the page cannot be rendered. */
  article: Article | null
  faults: Fault[]
  /** Ids on its page, which links from other articles may use. */
  ids: ReadonlySet<string>
  /** Plates and registrations that it links to, with the line of the link. */
  registrations: { kind: 'plate' | 'registration'; registration: string; line: number | null }[]
}

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** The source of a figure may also be a page of this site. */
const isSourceAddress = (text: string): boolean => isWebAddress(text) || /^\/[a-z]/.test(text)

/** Never throws: errors in the text are returned as faults. */
export function compileArticle(written: WrittenArticle, context: CompileContext): CompiledArticle {
  const faults: Fault[] = []
  try {
    return compile(written, context, faults)
  } catch (error) {
    const message = `this article cannot be shown: ${error instanceof Error ? error.message : String(error)}`
    const broken: Fault = { line: null, field: 'body', message, severity: 'fault', isBroken: true }
    return { article: null, faults: [...faults, broken], ids: new Set(), registrations: [] }
  }
}

function compile(
  { section, slug, content, published }: WrittenArticle,
  context: CompileContext,
  faults: Fault[],
) {
  const add = (fault: Fault) => {
    // An HTML element is reported twice: for its start tag and its end tag.
    if (!faults.some(({ line, message }) => line === fault.line && message === fault.message))
      faults.push(fault)
  }
  const report: Report = (field, message, line = null) => add({ line, field, message, severity: 'fault' })
  const reportBroken: Report = (field, message, line = null) =>
    add({ line, field, message, severity: 'fault', isBroken: true })
  const { shipped, pictures } = context
  checkFields(section, content, published, pictures, report)

  const facts: Facts = { ...shipped.facts, ...ownFacts(content, report) }
  const quotables: QuotableFacts = {
    facts,
    isInvalidFact: () => false,
    tables: shipped.tables,
    hasPicture: () => false,
    pictureSize: (id) => pictures.get(id),
  }
  const compiled = compileBody(content.body, quotables, report, reportBroken)
  checkLinks(articlePath(section, slug), compiled, context, report)

  const quoted = new Set(compiled.facts)
  const quoteIn = (field: 'title' | 'summary') =>
    quote(content[field].trim(), quotables, quoted, (message) => reportBroken(field, message))
  const related = content.related.flatMap((name, index) => {
    const other = relatedTo(name, context)
    if (!other) report(`related.${index}`, `there is no article “${name}” on the site`)
    return other ? [{ path: other.path, title: other.title }] : []
  })
  const article = assembleArticle(
    { section, slug },
    {
      title: quoteIn('title'),
      summary: quoteIn('summary'),
      published,
      updated: content.updated || null,
      category: content.category,
      author: content.author.trim(),
      plate: content.plate.trim() || null,
      hub: section === 'guides' ? content.hub : null,
      isPlaceholder: false,
      image: headPicture(content.picture, pictures),
      keywords: content.keywords,
      sources: content.sources.filter(({ name, url }) => name.trim() !== '' && isWebAddress(url)),
      related,
      checked: content.checked && isDay(content.checked) ? longDay(content.checked) : null,
    },
    compiled,
    // Another address is a fault, but a preview still shows the text.
    [...quoted]
      .flatMap((name) => facts[name] ?? [])
      .filter(({ source }) => !source || isSourceAddress(source.url)),
  )
  const registrations = compiled.links.flatMap(({ url, line = null }) => {
    const named = registrationIn(URL.parse(url, 'http://here/')?.pathname ?? '')
    return named ? [{ ...named, line }] : []
  })
  const isBroken = faults.some((fault) => fault.isBroken)
  return { article: isBroken ? null : article, faults, ids: compiled.ids, registrations }
}

type Report = (field: string, message: string, line?: number | null) => void

function compileBody(body: string, quotables: QuotableFacts, report: Report, reportBroken: Report): Compiled {
  const limit = findBodyLimit(body)
  if (limit) reportBroken('body', limit.message, limit.line)
  return compileMarkdown(parseBody(limit ? '' : body), quotables, (line = 1, message, kind) => {
    const tell = kind === 'quotation' ? reportBroken : report
    tell('body', message, Number.isNaN(line) ? 1 : line)
  })
}

function checkFields(
  section: Section,
  content: ArticleContent,
  published: string,
  pictures: PictureSizes,
  report: Report,
): void {
  const required = [
    ['title', 'Give the article a title.'],
    ['summary', 'Write a summary: one or two sentences for lists and the feed.'],
    ['body', 'Write the text.'],
    ['author', 'Say who wrote it.'],
  ] as const
  for (const [field, message] of required) if (content[field].trim() === '') report(field, message)
  if (section === 'guides' && !content.hub)
    report('hub', `Choose where the guide is listed: ${HUBS.join(', ')}.`)
  const { picture, updated, checked } = content
  if (picture && !pictures.has(picture.id))
    report('picture', 'This picture has been removed: choose another.')
  if (picture && picture.alt.trim() === '')
    report('picture', 'Describe the picture for people who cannot see it.')
  if (updated && !isDay(updated)) report('updated', 'Give the day as a date, such as 2026-11-20.')
  else if (updated && updated < published) report('updated', 'This day is before the day of publication.')
  if (checked && !isDay(checked)) report('checked', 'Give the day as a date, such as 2026-11-20.')
  content.sources.forEach(({ name, url }, index) => {
    if (name.trim() === '') report(`sources.${index}.name`, 'Name the source.')
    if (!isWebAddress(url))
      report(`sources.${index}.url`, 'Give the address of the source, beginning with https://.')
  })
}

function ownFacts({ facts }: ArticleContent, report: Report): Facts {
  const own: Facts = {}
  facts.forEach(({ name, value, what, source, checked }, index) => {
    const at = (field: string) => `facts.${index}.${field}`
    const isNamed = /^[a-z0-9-]+$/.test(name)
    if (!isNamed) report(at('name'), 'Name the figure in lower-case letters, digits and hyphens.')
    else if (Object.hasOwn(own, name))
      report(at('name'), `Another figure in this article is named “${name}”.`)
    if (value.trim() === '') report(at('value'), 'Give the figure as it appears in the text, such as £80.')
    if (source.name.trim() === '') report(at('source.name'), 'Name the source of the figure.')
    if (!isSourceAddress(source.url))
      report(
        at('source.url'),
        'Give the address of the source, beginning with https:// (or / for a page of this site).',
      )
    if (!isDay(checked)) report(at('checked'), 'Give the date on which the figure was checked.')
    if (isNamed)
      own[name] = { value, ...(what.trim() && { what }), source, checked: isDay(checked) ? checked : '' }
  })
  return own
}

function checkLinks(here: string, compiled: Compiled, { shipped, articles }: CompileContext, report: Report) {
  const targets = {
    here,
    idsAt: (path: string) => (path === here ? compiled.ids : articles.get(path)?.ids),
    isPage: (path: string) => shipped.addresses.has(path) || articles.has(path),
    hasStock: true,
  }
  for (const { url, line = null } of compiled.links) {
    const path = URL.parse(url, `http://here${here}`)?.pathname ?? ''
    const isIdUnknown = path !== here && articles.has(path) && !articles.get(path)?.ids
    const problem = linkProblem(isIdUnknown ? url.replace(/#.*$/, '') : url, targets)
    if (problem) report('body', problem, line)
  }
}

function relatedTo(name: string, { articles }: CompileContext): LinkedArticle | undefined {
  const [, section, slug] = /^(news|guides|stories)\/([a-z0-9-]+)$/.exec(name) ?? []
  return section && slug ? articles.get(articlePath(section as Section, slug)) : undefined
}

function headPicture(picture: ArticleContent['picture'], pictures: PictureSizes): Article['image'] {
  const size = picture && pictures.get(picture.id)
  if (!picture || !size) return null
  const { src, srcSet, width, height } = pictureProperties(picture.id, size)
  return {
    src,
    alt: picture.alt.trim(),
    srcSet,
    width,
    height,
    share: pictureFilePath(picture.id, 'share'),
  }
}
