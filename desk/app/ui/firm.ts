import { useRouteLoaderData } from 'react-router'

/** The name of the firm, of the root's data; '' on an error page without them. */
export const useFirm = (): string => useRouteLoaderData<{ site: { name: string } }>('root')?.site.name ?? ''
