import type { ComponentProps } from 'react'
import { Form, type useFetcher, useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

type DeskFormProps = Omit<ComponentProps<typeof Form>, 'method'> & { fetcher?: ReturnType<typeof useFetcher> }

/** A form that changes something: it includes the session's CSRF token. */
export function DeskForm({ children, fetcher, ...props }: DeskFormProps) {
  const Component = fetcher?.Form ?? Form
  const csrfToken = useRouteLoaderData<typeof loader>('root')?.csrfToken ?? ''
  return (
    <Component {...props} method="post">
      <input type="hidden" name="csrf" value={csrfToken} />
      {children}
    </Component>
  )
}
