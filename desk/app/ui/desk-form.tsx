import { type ComponentProps, useRef, useState } from 'react'
import { Form, type useFetcher, useNavigation } from 'react-router'
import { GIVEN_BACK } from '../access/typed-fields.ts'
import { FormProblem } from './field.tsx'
import { type Answer, AnswerContext, OFFLINE, useFirstFault } from './form-answer.ts'
import { useCsrfToken } from './use-root.ts'

type DeskFormProps = Omit<ComponentProps<typeof Form>, 'method'> & {
  fetcher?: ReturnType<typeof useFetcher>
  /** Of this form, if it was refused: its fields show it, and its message comes first. */
  answer?: Answer | null | undefined
  /** False if the page shows the message elsewhere. */
  showsMessage?: boolean
  /** If the session has ended, the answer shows what was typed: for texts that `useDraft` does not keep. */
  echoOnRefusal?: boolean
  /** Sent with what is typed. */
  sends?: Record<string, string | number>
}

/** A form that changes something: it includes the session's CSRF token. */
export function DeskForm({
  children,
  fetcher,
  answer,
  showsMessage = true,
  echoOnRefusal = false,
  sends = {},
  onSubmit,
  ...props
}: DeskFormProps) {
  const ownField = useRef<HTMLInputElement>(null)
  useFirstFault(answer, ownField)
  const [isOffline, setOffline] = useState(false)
  const Component = fetcher?.Form ?? Form
  const csrfToken = useCsrfToken()
  return (
    <Component
      {...props}
      method="post"
      onSubmit={(event) => {
        // Otherwise the browser's own error page replaces this one, and what was typed is lost.
        const { onLine } = navigator
        setOffline(!onLine)
        if (onLine) onSubmit?.(event)
        else event.preventDefault()
      }}
    >
      <input ref={ownField} type="hidden" name="csrf" value={csrfToken} />
      {echoOnRefusal && <input type="hidden" name={GIVEN_BACK} value="yes" />}
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isOffline && <FormProblem className="col-span-full">{OFFLINE}</FormProblem>}
      {answer && showsMessage && Object.keys(answer.fields).length === 0 && (
        <FormProblem className="col-span-full">{answer.message}</FormProblem>
      )}
      <AnswerContext value={answer ?? undefined}>{children}</AnswerContext>
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
