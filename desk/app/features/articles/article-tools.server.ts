import type { RouterContextProvider } from 'react-router'
import { deskContext } from '../../context.ts'

/** What every call of services/articles takes, and how the site of this server learns of a change at once. */
export async function articleTools(context: Readonly<RouterContextProvider>) {
  const { client, articles } = context.get(deskContext)
  return { client, shipped: await articles.shipped(), refresh: () => articles.refresh() }
}
