/** '/stock?status=sold&page=2': without what is empty, and without the page if it is the first. */
export function listPath(path: string, query: Record<string, string | number | null>): string {
  const named = Object.entries(query).filter(([name, value]) => value && !(name === 'page' && value === 1))
  const text = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The page of a list in its address, from 1. */
export function pageIn(query: URLSearchParams): number {
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1
}
