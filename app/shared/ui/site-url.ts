import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'

/** The canonical origin, without a slash at its end; '' on an error page that has lost it. */
export function useSiteUrl(): string {
  return useRouteLoaderData<typeof loader>('root')?.siteUrl ?? ''
}
