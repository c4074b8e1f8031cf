const MAX_LENGTH = 80

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const MAX_SLUG_LENGTH = 120

/** The last part of an address, derived from a title: 'Why £500 isn’t much: Q&A' gives 'why-500-isnt-much-q-and-a'. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug.length <= MAX_LENGTH) return slug || 'article'
  const cut = slug.slice(0, MAX_LENGTH + 1)
  const end = cut.lastIndexOf('-')
  return end > 20 ? cut.slice(0, end) : slug.slice(0, MAX_LENGTH)
}

/** 'fees', or 'fees-2' if that is taken, and so on. */
export function freeSlug(slug: string, isFree: (slug: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (isFree(candidate)) return candidate
  }
}
