export function pageOf(count: number, requested: number, pageSize: number) {
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const page = Math.min(Math.max(1, requested), pages)
  return { page, pages, from: page === 1 ? 0 : (page - 1) * pageSize }
}
