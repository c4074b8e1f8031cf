import type { RouterContextProvider } from 'react-router'
import { deskContext } from '../../context.ts'

/** The common arguments of services/articles, and the refresh of this server's articles. */
export async function articleTools(context: Readonly<RouterContextProvider>) {
  const { database, articles } = context.get(deskContext)
  return { database, shipped: await articles.shipped(), refresh: () => articles.refresh() }
}
