import { useRouteLoaderData } from 'react-router'

/** What the loader of the root has for other files. */
export interface RootData {
  siteUrl: string
}

/** The canonical origin without a trailing slash; '' on an error page without root data. */
export function useSiteUrl(): string {
  return useRouteLoaderData<RootData>('root')?.siteUrl ?? ''
}
