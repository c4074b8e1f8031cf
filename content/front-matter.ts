/** The heading of a content file and the shape of a fact, checked with the line of each fault. */
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { CATEGORIES, HUBS, SECTIONS } from '../app/domain/article.ts'
import { longDay } from '../app/domain/in-words.ts'
import type { NoteFault } from './faults.ts'

const isLongDate = (text: string) => !Number.isNaN(Date.parse(text)) && longDay(isoDay(text)) === text
const isoDay = (text: string) => new Date(`${text} 12:00 UTC`).toISOString().slice(0, 10)

const words = z.string().trim().min(1, 'must not be blank')
const isoDate = z.iso.date('must be a date such as 2026-11-20')
const source = z.strictObject({
  name: words,
  url: z.url({ protocol: /^https?$/, error: 'must be the address of a page, beginning with https://' }),
})

export const frontMatterSchema = z
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
  .superRefine((values, context) => {
    if (values.image && !values.imageAlt)
      context.addIssue({
        code: 'custom',
        path: ['image'],
        message: 'needs imageAlt: say what the picture shows',
      })
    const isDay = isoDate.safeParse(values.published).success
    if (isDay && values.date !== longDay(values.published))
      context.addIssue({
        code: 'custom',
        path: ['date'],
        message: `must read ${longDay(values.published)}, as published does`,
      })
    if (values.updated && values.updated < values.published)
      context.addIssue({ code: 'custom', path: ['updated'], message: 'lies before the day of publication' })
  })

export type FrontMatter = z.output<typeof frontMatterSchema>

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
  value: Value
  /** The line on which a key stands, such as ['related', 0]. */
  lineOf: (path: (string | number)[]) => number
}

/**
 * Parses YAML (JSON is YAML, too) and holds it against a schema. Each fault is noted on its own line;
 * then the answer is null.
 */
export function parseChecked<Schema extends z.ZodType>(
  source: string,
  schema: Schema,
  note: NoteFault,
  firstLine = 1,
): Checked<z.output<Schema>> | null {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + firstLine - 1
  if (document.errors.length > 0) {
    for (const error of document.errors) note(lineAt(error.pos[0]), error.message)
    return null
  }
  const result = schema.safeParse(document.toJS() ?? {})
  if (result.success) return { value: result.data, lineOf }
  for (const issue of result.error.issues) {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const line = lineOf(unknown === undefined ? path : [...path, unknown])
    note(line, path.length > 0 ? `${path.join('.')}: ${issue.message}` : issue.message)
  }
  return null

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
