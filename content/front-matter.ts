import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { CATEGORIES, HUBS, SECTIONS, type Section } from '#shared/articles/article.ts'
import { longDay } from '#shared/text/format.ts'
import type { ReportProblem } from './errors.ts'

const isLongDate = (text: string) => !Number.isNaN(Date.parse(text)) && longDay(isoDay(text)) === text
const isoDay = (text: string) => new Date(`${text} 12:00 UTC`).toISOString().slice(0, 10)

const nonBlank = z.string().trim().min(1, 'must not be blank')
const isoDate = z.iso.date('must be a date such as 2026-11-20')
const isIsoDate = (value: unknown): value is string => isoDate.safeParse(value).success
const source = z.strictObject({
  name: nonBlank,
  url: z.url({ protocol: /^https?$/, error: 'must be the address of a page, beginning with https://' }),
})

/** Runs a check across fields even if a field is invalid, which Zod skips by default. */
const always = () => true

const frontMatter = z
  .strictObject({
    title: nonBlank,
    date: nonBlank,
    published: isoDate,
    updated: isoDate.optional(),
    /** When the figures were last checked against their sources; as displayed. */
    checked: z.string().refine(isLongDate, 'must be a date such as 20 November 2026').optional(),
    category: z.enum(CATEGORIES),
    author: nonBlank,
    /** A path under `public/`, or ''. */
    image: z.union([z.literal(''), z.string().regex(/^\//, "must be '' or a path that begins with /")]),
    imageAlt: nonBlank.optional(),
    plate: nonBlank.optional(),
    summary: nonBlank,
    keywords: nonBlank,
    sources: z.array(source),
    related: z
      .array(
        z
          .string()
          .regex(
            new RegExp(`^(${SECTIONS.join('|')})/[a-z0-9-]+$`),
            'must look like guides/what-are-q-plates',
          ),
      )
      .default([]),
    draft: z.boolean().default(false),
    hub: z.enum(HUBS).optional(),
    /** Served, but not listed and not indexed by search engines. */
    placeholder: z.boolean().default(false),
  })
  .refine(({ image, imageAlt }) => !image || imageAlt, {
    path: ['image'],
    message: 'needs alternative text in imageAlt',
    when: always,
  })
  .refine(
    ({ date, published }) => !isIsoDate(published) || typeof date !== 'string' || date === longDay(published),
    {
      path: ['date'],
      error: ({ input }) =>
        `must be ${longDay((input as { published: string }).published)}, the day in published`,
      when: always,
    },
  )
  .refine(({ updated, published }) => !isIsoDate(updated) || !isIsoDate(published) || updated >= published, {
    path: ['updated'],
    message: 'is before the day of publication',
    when: always,
  })

const guideFrontMatter = frontMatter.refine(({ hub }) => hub !== undefined, {
  path: ['hub'],
  message: `is missing: choose ${HUBS.slice(0, -1).join(', ')} or ${HUBS.at(-1)}, or no page lists this guide`,
  when: always,
})

export function frontMatterSchema(section: Section): z.ZodType<FrontMatter> {
  return section === 'guides' ? guideFrontMatter : frontMatter
}

export type FrontMatter = z.output<typeof frontMatter>

/** Figures that change over time, quoted as `{{name}}`. The source of our own figures is a page of ours. */
export const factsSchema = z.record(
  z.string().regex(/^[a-z0-9-]+$/, 'must be named in lower-case letters, digits and hyphens'),
  z.strictObject({
    /** As it is printed: '£80', '7am to 7pm'. */
    value: nonBlank,
    what: nonBlank.optional(),
    /** official: by the body that sets it; reported: by another; computed: by us; ours: without a published source. */
    status: z.enum(['official', 'reported', 'computed', 'ours']).optional(),
    source: z.union([source, z.strictObject({ name: nonBlank, url: z.string().regex(/^\/[a-z]/) })], {
      error: 'must have a name and a url: the address of a page, or the path of one of ours',
    }),
    checked: isoDate,
    note: z.string().optional(),
  }),
)

export type Facts = z.output<typeof factsSchema>

export interface ParsedYaml<Value> {
  /** Null if a problem was reported. */
  value: Value | null
  raw: unknown
  lineOf: (path: (string | number)[]) => number
}

export function parseYaml<Schema extends z.ZodType>(
  source: string,
  schema: Schema,
  report: ReportProblem,
  firstLine = 1,
): ParsedYaml<z.output<Schema>> {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + firstLine - 1
  if (document.errors.length > 0) {
    for (const error of document.errors) report(lineAt(error.pos[0]), error.message)
    return { value: null, raw: undefined, lineOf }
  }
  const raw = document.toJS() ?? {}
  const result = schema.safeParse(raw)
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of unknown) {
      const line = lineOf(key === undefined ? path : [...path, key])
      report(line, path.length > 0 ? `${path.join('.')}: ${issue.message}` : issue.message)
    }
  }
  return { value: result.data ?? null, raw, lineOf }

  /** For a missing key, the line of its nearest parent. */
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
