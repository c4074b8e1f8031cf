/** The URL with the change that its notice shows and can undo; null removes it. */
export function withDone(path: string, batch: string | null): string {
  const url = new URL(path, 'http://desk')
  url.searchParams.delete('done')
  if (batch) url.searchParams.set('done', batch)
  return url.pathname + url.search
}
