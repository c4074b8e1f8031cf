import type { ShippedContent } from '#content/shipped-content.ts'
import type { Reader } from '#data/tables.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { londonDay } from '../london-time.ts'
import type { ArticleContent } from './article-content.ts'
import type { DeskArticle } from './article-types.ts'
import { readCheckContext } from './check-context.ts'
import type { CompiledArticle } from './compile-article.ts'
import { describeFault, type Fault } from './fault.ts'

interface CheckedArticle extends CompiledArticle {
  /** Includes links to our own plates. */
  faults: Fault[]
}

/**
 * Returns all faults of a text in order of their lines, and the article as visitors would see it. Faults never throw.
 */
export async function checkArticle(
  reader: Reader,
  shipped: ShippedContent,
  article: Pick<DeskArticle, 'section' | 'slug' | 'publishedAt'>,
  content: ArticleContent,
  now = new Date(),
): Promise<CheckedArticle> {
  const { section, slug, publishedAt } = article
  const context = await readCheckContext(reader, shipped, content)
  const published = londonDay(publishedAt ? new Date(publishedAt) : now)
  // Loaded lazily with its parsers, which a site without articles of its own never needs.
  const { compileArticle } = await import('./compile-article.ts')
  const compiled = compileArticle({ section, slug, content, published }, context)
  const faults = [...compiled.faults, ...(await plateFaults(reader, compiled.registrations))]
  return { ...compiled, faults: faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

/** Of an article that cannot be rendered. */
export function whyNotShown(faults: readonly Fault[]): string {
  const broken = faults.find(({ isBroken }) => isBroken)
  return broken ? describeFault(broken) : 'it cannot be shown'
}

export const stopsPublication = (faults: readonly Fault[]): Fault[] =>
  faults.filter(({ severity }) => severity === 'fault')

/** By the registration without spaces; a plate that we never had is missing. */
export async function readStatuses(
  reader: Reader,
  registrations: readonly string[],
): Promise<Map<string, string>> {
  const names = [...new Set(registrations.map(compactOf))]
  if (names.length === 0) return new Map()
  const plates = reader
    .selectFrom('stock')
    .select(['plateCompact', 'status'])
    .where('plateCompact', 'in', names)
  return new Map((await plates.execute()).map(({ plateCompact, status }) => [plateCompact, status]))
}

/** A link to a plate that we never had is a fault; a link to one that is not for sale is a warning. */
async function plateFaults(
  reader: Reader,
  registrations: CompiledArticle['registrations'],
): Promise<Fault[]> {
  const linked = registrations.filter(({ kind }) => kind === 'plate')
  const statuses = await readStatuses(
    reader,
    linked.map(({ registration }) => registration),
  )
  return linked.flatMap(({ registration, line }): Fault[] => {
    const status = statuses.get(compactOf(registration))
    const fault = (severity: Fault['severity'], message: string) => [
      { line, field: 'body', severity, message },
    ]
    if (status === 'for_sale') return []
    if (status === undefined)
      return fault('fault', `the link /plate/${registration} does not lead to a known plate`)
    const state = status === 'sold' ? 'is sold' : status === 'reserved' ? 'is reserved' : 'is not for sale'
    return fault('warning', `the plate ${registration} ${state}: the page says so beside the link`)
  })
}
