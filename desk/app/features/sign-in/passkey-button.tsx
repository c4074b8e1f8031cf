import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { FormProblem } from '../../ui/field.tsx'
import { useCsrfToken } from '../../ui/use-root.ts'
import type { PasskeyPurpose } from './passkey-options.ts'

interface PasskeyButtonProps {
  purpose: PasskeyPurpose
  label: string
  /** Fields of this form are validated and sent along. */
  form?: RefObject<HTMLFormElement | null>
  fields?: readonly string[]
  more?: Record<string, string>
  /** Also offers passkeys in the autofill menu of the email field. */
  offersAutofill?: boolean
  isMain?: boolean
}

const loadLibrary = () => import('./passkeys.client.ts')

type State = 'unknown' | 'ready' | 'busy' | 'unsupported'

/** Asks the device for a passkey and posts its response to this page as `intent=passkey`. Without script it says so. */
export function PasskeyButton({
  purpose,
  label,
  form,
  fields = [],
  more,
  offersAutofill = false,
  isMain = true,
}: PasskeyButtonProps) {
  const csrfToken = useCsrfToken()
  const submit = useSubmit()
  const [state, setState] = useState<State>('unknown')
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef({ csrfToken, submit, more })
  latest.current = { csrfToken, submit, more }

  const isShown = useRef(true)
  const isSending = useRef(false)
  const ask = async (isAutofill: boolean) => {
    const { askForPasskey } = await loadLibrary()
    const given = Object.fromEntries(fields.map((name) => [name, typedInto(form, name)]))
    const { csrfToken, submit, more } = latest.current
    const answer = await askForPasskey({ purpose, csrfToken, more: { ...more, ...given }, isAutofill })
    // Only one response is needed: the email field may have been faster than the button, and the page may have changed.
    if ('response' in answer && isShown.current && !isSending.current) {
      isSending.current = true
      await submit(
        { ...more, ...given, csrf: csrfToken, intent: 'passkey', passkey: answer.response },
        { method: 'post' },
      )
      isSending.current = false
    }
    return answer
  }
  const askLatest = useRef(ask)
  askLatest.current = ask

  useEffect(() => {
    let isGone = false
    isShown.current = true
    const begin = async () => {
      const library = await loadLibrary()
      if (isGone) return
      setState(isUsable() && library.browserSupportsWebAuthn() ? 'ready' : 'unsupported')
      if (!offersAutofill || !isUsable()) return
      // An error of the autofill menu needs no message; the button shows its own errors.
      if ((await library.browserSupportsWebAuthnAutofill()) && !isGone) await askLatest.current(true)
    }
    void begin()
    return () => {
      isGone = true
      isShown.current = false
      void loadLibrary().then(({ cancelPasskey }) => cancelPasskey())
    }
  }, [offersAutofill])

  const onClick = async () => {
    if (isSending.current) return
    if (!fields.every((name) => fieldOf(form, name)?.reportValidity() ?? true)) return
    setProblem(null)
    setState('busy')
    const answer = await ask(false)
    setState('ready')
    if ('problem' in answer) setProblem(answer.problem)
  }

  if (state === 'unsupported')
    return (
      <p className="text-quiet">
        {isUsable()
          ? 'This browser does not support passkeys. Use a password here.'
          : 'Passkeys need https or http://localhost. Use a password here.'}
      </p>
    )
  return (
    <div className="passkey">
      <button
        type="button"
        className="button-small scripted"
        data-main={isMain || undefined}
        disabled={state === 'busy'}
        onClick={onClick}
      >
        {label}
      </button>
      <p className="unscripted text-quiet">Passkeys need JavaScript. The other way works without it.</p>
      <FormProblem>{problem}</FormProblem>
    </div>
  )
}

/** Passkeys do not work on IP addresses in any browser. */
const isUsable = () =>
  isSecureContext && !/^[\d.]+$/.test(location.hostname) && !location.hostname.startsWith('[')

function fieldOf(form: PasskeyButtonProps['form'], name: string): HTMLInputElement | null {
  const field = form?.current?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

const typedInto = (form: PasskeyButtonProps['form'], name: string) => fieldOf(form, name)?.value ?? ''
