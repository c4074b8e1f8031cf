import type { ComponentProps } from 'react'
import { Form, type useFetcher, useNavigation, useRouteLoaderData } from 'react-router'
import { GIVEN_BACK } from '../access/typed-fields.ts'
import type { loader } from '../root.tsx'

type DeskFormProps = Omit<ComponentProps<typeof Form>, 'method'> & {
  fetcher?: ReturnType<typeof useFetcher>
  /** If the session has ended, the answer shows what was typed: for texts that `useDraft` does not keep. */
  echoOnRefusal?: boolean
  /** Sent with what is typed. */
  sends?: Record<string, string | number>
}

/** A form that changes something: it includes the session's CSRF token. */
export function DeskForm({ children, fetcher, echoOnRefusal = false, sends = {}, ...props }: DeskFormProps) {
  const Component = fetcher?.Form ?? Form
  const csrfToken = useRouteLoaderData<typeof loader>('root')?.csrfToken ?? ''
  return (
    <Component {...props} method="post">
      <input type="hidden" name="csrf" value={csrfToken} />
      {echoOnRefusal && <input type="hidden" name={GIVEN_BACK} value="yes" />}
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Component>
  )
}

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** It cannot be pressed again until the answer is there. */
  isOnce?: boolean
}

/** A button that sends its form. */
export function SubmitButton({ isOnce = false, ...props }: SubmitButtonProps) {
  const isBusy = useNavigation().state !== 'idle'
  return <button type="submit" className="button-small" disabled={isOnce && isBusy} {...props} />
}
