import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** The name of the firm; '' on an error page without root data. */
export const useFirm = (): string => useRouteLoaderData<typeof loader>('root')?.site.name ?? ''
