/** The heading of a content file and the shape of a fact, checked with the line of each fault. */
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { CATEGORIES, HUBS, SECTIONS, type Section } from '../app/features/articles/article.ts'
import { longDay } from '../app/shared/format.ts'
import type { NoteFault } from './errors.ts'

const isLongDate = (text: string) => !Number.isNaN(Date.parse(text)) && longDay(isoDay(text)) === text
const isoDay = (text: string) => new Date(`${text} 12:00 UTC`).toISOString().slice(0, 10)

const words = z.string().trim().min(1, 'must not be blank')
const isoDate = z.iso.date('must be a date such as 2026-11-20')
const isDay = (value: unknown): value is string => isoDate.safeParse(value).success
const source = z.strictObject({
  name: words,
  url: z.url({ protocol: /^https?$/, error: 'must be the address of a page, beginning with https://' }),
})

/** Zod skips a check across fields as soon as one field is wrong, unless told to run it anyway. */
const always = () => true

const frontMatter = z
  .strictObject({
    title: words,
    /** As displayed. */
    date: words,
    published: isoDate,
    updated: isoDate.optional(),
    /** When the figures were last held against their sources; as displayed. */
    checked: z.string().refine(isLongDate, 'must be a date such as 20 November 2026').optional(),
    category: z.enum(CATEGORIES),
    author: words,
    /** A path under `public/`, or ''. */
    image: z.union([z.literal(''), z.string().regex(/^\//, "must be '' or a path that begins with /")]),
    imageAlt: words.optional(),
    /** A registration to draw at the head. */
    plate: words.optional(),
    summary: words,
    /** Set apart by commas. */
    keywords: words,
    sources: z.array(source),
    related: z
      .array(
        z
          .string()
          .regex(
            new RegExp(`^(${SECTIONS.join('|')})/[a-z0-9-]+$`),
            'must be such as guides/what-are-q-plates',
          ),
      )
      .default([]),
    draft: z.boolean().default(false),
    hub: z.enum(HUBS).optional(),
    /** Reachable, but kept from lists and search engines. */
    placeholder: z.boolean().default(false),
  })
  .refine(({ image, imageAlt }) => !image || imageAlt, {
    path: ['image'],
    message: 'needs imageAlt: say what the picture shows',
    when: always,
  })
  .refine(
    ({ date, published }) => !isDay(published) || typeof date !== 'string' || date === longDay(published),
    {
      path: ['date'],
      error: ({ input }) =>
        `must read ${longDay((input as { published: string }).published)}, as published does`,
      when: always,
    },
  )
  .refine(({ updated, published }) => !isDay(updated) || !isDay(published) || updated >= published, {
    path: ['updated'],
    message: 'lies before the day of publication',
    when: always,
  })

const guideFrontMatter = frontMatter.refine(({ hub }) => hub !== undefined, {
  path: ['hub'],
  message: `is missing: say ${HUBS.slice(0, -1).join(', ')} or ${HUBS.at(-1)}, or no page lists this guide`,
  when: always,
})

/** A guide needs a hub: it is listed there and nowhere else. */
export function frontMatterSchema(section: Section): z.ZodType<FrontMatter> {
  return section === 'guides' ? guideFrontMatter : frontMatter
}

export type FrontMatter = z.output<typeof frontMatter>

/** A figure that changes: kept once, quoted as `{{name}}`. A figure of our own has a page of ours as its source. */
export const factsSchema = z.record(
  z.string().regex(/^[a-z0-9-]+$/, 'must be named in small letters, figures and hyphens'),
  z.strictObject({
    /** As it is printed: '£80', '7am to 7pm'. */
    value: words,
    /** What the figure is of, for the list at the end of an article. */
    what: words.optional(),
    /**
     * official: from the body that sets it; reported: from someone else; computed: worked out by us from the source;
     * ours: no published source. Without it, a figure with a page of ours as its source is ours, any other reported.
     */
    status: z.enum(['official', 'reported', 'computed', 'ours']).optional(),
    source: z.union([source, z.strictObject({ name: words, url: z.string().regex(/^\/[a-z]/) })], {
      error: 'must have a name and a url: the address of a page, or the path of one of ours',
    }),
    checked: isoDate,
    note: z.string().optional(),
  }),
)

export type Facts = z.output<typeof factsSchema>

export interface Checked<Value> {
  /** Null where a fault was noted. */
  value: Value | null
  /** What is written there, whether right or wrong; undefined where it is no YAML at all. */
  raw: unknown
  /** The line on which a key stands, such as ['related', 0]. */
  lineOf: (path: (string | number)[]) => number
}

/** Parses YAML (JSON is YAML, too) and checks it with a schema. Each fault is noted on its own line. */
export function parseChecked<Schema extends z.ZodType>(
  source: string,
  schema: Schema,
  note: NoteFault,
  firstLine = 1,
): Checked<z.output<Schema>> {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + firstLine - 1
  if (document.errors.length > 0) {
    for (const error of document.errors) note(lineAt(error.pos[0]), error.message)
    return { value: null, raw: undefined, lineOf }
  }
  const raw = document.toJS() ?? {}
  const result = schema.safeParse(raw)
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of unknown) {
      const line = lineOf(key === undefined ? path : [...path, key])
      note(line, path.length > 0 ? `${path.join('.')}: ${issue.message}` : issue.message)
    }
  }
  return { value: result.data ?? null, raw, lineOf }

  /** The line of the nearest thing that is there: a missing key has the line of what it is missing from. */
  function lineOf(path: (string | number)[]): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as
        | { range?: [number, number, number] | null }
        | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return firstLine
  }
}
