import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from './field.tsx'
import { type PasswordStrength, passwordStrength } from './password-strength.ts'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'ref' | 'after'> & {
  autoComplete: 'current-password' | 'new-password'
}

const HINTS: Record<PasswordStrength, string> = {
  'too short': 'Too short so far.',
  weak: 'Easy to guess: add another word or two.',
  fair: 'Fair. Another word makes it strong.',
  strong: 'Strong.',
}

/**
 * A password field with a button that shows it until the form is sent, and a hint at how strong a new password is. Without
 * script there is neither.
 */
export function PasswordField(props: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isShown, setIsShown] = useState(false)
  const [strength, setStrength] = useState<PasswordStrength | null>(null)
  const isNew = props.autoComplete === 'new-password'

  // Browsers remember values that are sent from a plain text field.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => flushSync(() => setIsShown(false))
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  const toggle = () => {
    const field = input.current
    const [start, end] = [field?.selectionStart ?? null, field?.selectionEnd ?? null]
    flushSync(() => setIsShown(!isShown))
    // Changing the type moves the cursor to the start. Restored only if focused, because it would take the focus in
    // Safari.
    if (field === document.activeElement) field?.setSelectionRange(start, end)
  }

  return (
    <TextField
      {...props}
      ref={input}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      {...(isNew && {
        onInput: ({ currentTarget: { value } }) => setStrength(value === '' ? null : passwordStrength(value)),
      })}
      after={
        <>
          {isNew && (
            <p className="help empty:hidden" role="status">
              {strength && HINTS[strength]}
            </p>
          )}
          <button
            type="button"
            className="password-show"
            aria-pressed={isShown}
            // With the mouse the field keeps the focus, with the keyboard the button does.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            Show {props.label.toLowerCase()}
          </button>
        </>
      }
    />
  )
}

/** The user name under which password managers store the password. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input className="sr-only" tabIndex={-1} aria-hidden readOnly autoComplete="username" value={email} />
)
