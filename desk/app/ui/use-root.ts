import { useRouteLoaderData } from 'react-router'
import type { shownToPages } from '../context.ts'

/** The root's data; undefined on an error page without them. */
const useRoot = () => useRouteLoaderData<typeof shownToPages>('root')

/** Who is signed in. */
export const usePerson = () => useRoot()?.person

export const useCsrfToken = (): string => useRoot()?.csrfToken ?? ''

/** The name of the firm. */
export const useFirm = (): string => useRoot()?.site.name ?? ''
