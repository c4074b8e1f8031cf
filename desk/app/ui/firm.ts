import { useRouteLoaderData } from 'react-router'

/** What the loader of the root has for other files. */
export interface RootData {
  site: { name: string }
}

/** The name of the firm; '' on an error page without root data. */
export const useFirm = (): string => useRouteLoaderData<RootData>('root')?.site.name ?? ''
