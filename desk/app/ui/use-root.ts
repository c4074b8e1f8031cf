import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** The root's data; undefined on an error page without them. */
const useRoot = () => useRouteLoaderData<typeof loader>('root')

/** Who is signed in. */
export const usePerson = () => useRoot()?.person

export const useCsrfToken = (): string => useRoot()?.csrfToken ?? ''

/** The name of the firm. */
export const useFirm = (): string => useRoot()?.site.name ?? ''
