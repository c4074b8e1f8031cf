import type { ShippedContent } from '#content/shipped-content.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { londonDay } from '../london-time.ts'
import type { ArticleContent } from './article-content.ts'
import type { DeskArticle } from './article-types.ts'
import { readCheckContext } from './check-context.ts'
import type { CompiledArticle } from './compile-article.ts'
import type { Fault } from './fault.ts'

export interface CheckedArticle extends CompiledArticle {
  /** Includes links to our own plates. */
  faults: Fault[]
}

/**
 * Returns all faults of a text in order of their lines, and the article as visitors would see it. Faults never throw.
 */
export async function checkArticle(
  client: BackendClient,
  shipped: ShippedContent,
  article: Pick<DeskArticle, 'section' | 'slug' | 'publishedAt'>,
  content: ArticleContent,
  now = new Date(),
): Promise<CheckedArticle> {
  const { section, slug, publishedAt } = article
  const context = await readCheckContext(client, shipped, content)
  const published = londonDay(publishedAt ? new Date(publishedAt) : now)
  // Loaded lazily with its parsers, which a site without articles of its own never needs.
  const { compileArticle } = await import('./compile-article.ts')
  const compiled = compileArticle({ section, slug, content, published }, context)
  const faults = [...compiled.faults, ...(await plateFaults(client, compiled.registrations))]
  return { ...compiled, faults: faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

export const stopsPublication = (faults: readonly Fault[]): Fault[] =>
  faults.filter(({ severity }) => severity === 'fault')

const NAMES_IN_URL = 50

/** A link to a plate that we never had is a fault; a link to one that is not for sale is a warning. */
async function plateFaults(
  client: BackendClient,
  registrations: CompiledArticle['registrations'],
): Promise<Fault[]> {
  const linked = registrations.filter(({ kind }) => kind === 'plate')
  const names = [...new Set(linked.map(({ registration }) => compactOf(registration)))]
  const statuses = new Map<string, string>()
  for (let from = 0; from < names.length; from += NAMES_IN_URL) {
    const batch = names.slice(from, from + NAMES_IN_URL)
    const read = client.from('stock').select('plate_compact, status').in('plate_compact', batch)
    for (const row of requireRows(await read)) statuses.set(String(row.plate_compact), String(row.status))
  }
  return linked.flatMap(({ registration, line }): Fault[] => {
    const status = statuses.get(compactOf(registration))
    const about = { line, field: 'body' }
    if (status === undefined)
      return [
        {
          ...about,
          severity: 'fault',
          message: `the link /plate/${registration} does not lead to a known plate`,
        },
      ]
    if (status === 'for_sale') return []
    const state = status === 'sold' ? 'is sold' : status === 'reserved' ? 'is reserved' : 'is not for sale'
    return [
      {
        ...about,
        severity: 'warning',
        message: `the plate ${registration} ${state}: the page says so beside the link`,
      },
    ]
  })
}
