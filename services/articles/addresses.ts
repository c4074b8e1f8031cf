/** Addresses of articles: current ones, former ones (which redirect), and those of the articles that ship. */

import type { ShippedContent } from '#content/shipped-content.ts'
import { DataFault, UNIQUE_VIOLATION } from '#data/data-fault.ts'
import type { Database, Reader, Transaction } from '#data/tables.ts'
import { articlePath, type Section } from '#shared/articles/article.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import {
  type FormerAddress,
  readArticleRows,
  readFormerAddresses,
  readLatest,
  requireArticleToChange,
  updateArticle,
} from './article-store.ts'
import { type DeskArticle, isPublic } from './article-types.ts'
import { nameArticle } from './name-article.ts'
import { ArticleRefusal } from './refusal.ts'
import { MAX_SLUG_LENGTH, SLUG } from './slug.ts'

/** What an address belongs to. */
type AddressOwner =
  | { kind: 'desk'; articleId: string }
  /** A former address that redirects to this article. */
  | { kind: 'former'; articleId: string }
  | { kind: 'shipped'; title: string }

export interface Addresses {
  ownerOf(section: Section, slug: string): AddressOwner | undefined
}

export async function readAddresses(reader: Reader, shipped: ShippedContent): Promise<Addresses> {
  const [articles, former] = await Promise.all([readArticleRows(reader), readFormerAddresses(reader)])
  const owners = new Map<string, AddressOwner>()
  for (const { path, title } of shipped.articles.values()) owners.set(path, { kind: 'shipped', title })
  for (const { section, slug, articleId } of former)
    owners.set(articlePath(section, slug), { kind: 'former', articleId })
  for (const { path, id } of articles) owners.set(path, { kind: 'desk', articleId: id })
  return { ownerOf: (section, slug) => owners.get(articlePath(section, slug)) }
}

interface AddressChange {
  id: string
  slug: string
  actor: Actor
  /** Set if the person knows that the address currently redirects to another article. */
  takesFormerAddress?: boolean
}

/**
 * Moves an article. If it was ever public, its former address redirects from now on.
 * @throws ArticleRefusal if the address is invalid or taken, with the field takesFormerAddress if only that is to be confirmed
 */
export async function changeAddress(
  database: Database,
  shipped: ShippedContent,
  change: AddressChange,
): Promise<void> {
  try {
    await action(database, 'move an article', (transaction) => moveArticle(transaction, shipped, change))
  } catch (error) {
    if (error instanceof DataFault && error.code === UNIQUE_VIOLATION) throw refusal(TAKEN)
    throw error
  }
}

const TAKEN = 'Another article has this address.'
const FORMER =
  'This address used to be another article’s, and visitors who open it are sent there. Confirm that you want to use the address, or choose another.'

async function moveArticle(
  transaction: Transaction,
  shipped: ShippedContent,
  { id, slug, actor, takesFormerAddress = false }: AddressChange,
): Promise<void> {
  const article = await requireArticleToChange(transaction, id)
  if (article.slug === slug) return
  const { section } = article
  if (!SLUG.test(slug) || slug.length > MAX_SLUG_LENGTH)
    throw refusal(`Use lower-case letters, digits and single hyphens, ${MAX_SLUG_LENGTH} characters at most.`)
  const owner = (await readAddresses(transaction, shipped)).ownerOf(section, slug)
  if (owner?.kind === 'desk') throw refusal(TAKEN)
  if (owner?.kind === 'shipped')
    throw refusal(`“${owner.title}”, which came with the site, has this address. Edit that article instead.`)
  if (owner?.kind === 'former' && owner.articleId !== id && !takesFormerAddress)
    throw new ArticleRefusal(FORMER, { fields: { slug: FORMER, takesFormerAddress: FORMER } })
  // A shipped article keeps its address even as a draft, because the shipped version would otherwise reappear there.
  const leavesRedirect = article.publishedVersion !== null || shipped.articles.has(article.path)
  if (leavesRedirect) await addFormer(transaction, article)
  await updateArticle(transaction, id, { slug })
  if (owner?.kind === 'former')
    await transaction
      .deleteFrom('articleAddresses')
      .where('section', '=', section)
      .where('slug', '=', slug)
      .execute()
  const name = nameArticle({ path: articlePath(section, slug) }, await readLatest(transaction, id))
  const from = leavesRedirect ? `, and ${article.path} redirects to it` : ''
  await noteChange(transaction, actor, 'articles move', `Moved ${name}${from}`)
}

const refusal = (message: string) => new ArticleRefusal(message, { fields: { slug: message } })

async function addFormer(transaction: Transaction, { id, section, slug }: DeskArticle): Promise<void> {
  await transaction
    .insertInto('articleAddresses')
    .values({ section, slug, articleId: id })
    .onConflict((same) => same.columns(['section', 'slug']).doUpdateSet({ articleId: id }))
    .execute()
}

/**
 * The article of each former path. A draft is not counted: until it is published, its address belongs to the shipped
 * article.
 */
export function formerOwners(
  rows: readonly DeskArticle[],
  former: readonly FormerAddress[],
): Map<string, DeskArticle> {
  const known = new Map(rows.filter(isKnownToVisitors).map((row) => [row.id, row]))
  const present = new Set([...known.values()].map(({ path }) => path))
  return new Map(
    former.flatMap(({ section, slug, articleId }) => {
      const path = articlePath(section, slug)
      const article = known.get(articleId)
      return article && !present.has(path) ? [[path, article]] : []
    }),
  )
}

export const isKnownToVisitors = (row: DeskArticle): boolean => isPublic(row) || row.status === 'withdrawn'
