import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'

/** The canonical origin without a trailing slash; '' on an error page without root data. */
export function useSiteUrl(): string {
  return useRouteLoaderData<typeof loader>('root')?.siteUrl ?? ''
}
