import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'

/** Whether this site shows how accurate its estimates are. */
export function useHasAccuracy(): boolean {
  return useRouteLoaderData<typeof loader>('root')?.hasAccuracy ?? false
}
