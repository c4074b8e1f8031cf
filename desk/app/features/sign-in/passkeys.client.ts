// The passkey library, loaded with the first page that offers one.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { PasskeyOptionsAnswer, PasskeyPurpose } from './passkey-options.ts'

interface PasskeyQuestion {
  purpose: PasskeyPurpose
  csrfToken: string
  /** Only for an invitation. */
  more?: Record<string, string>
  /** Offers passkeys in the autofill menu of the email field instead of a dialog. */
  isAutofill?: boolean
}

type PasskeyAnswer = { response: string } | { problem: string } | { isCancelled: true }

/** Requests the options from the server, then the passkey from the device. */
export async function askForPasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { purpose, csrfToken, more, isAutofill = false } = question
  try {
    const answer = await fetch('/desk/passkey-options', {
      method: 'POST',
      headers: { 'X-Desk-Csrf': csrfToken },
      body: new URLSearchParams({ purpose, ...more }),
    })
    if (!answer.headers.get('Content-Type')?.includes('json')) return { problem: OPEN_AGAIN }
    const offered = (await answer.json()) as PasskeyOptionsAnswer
    if (!offered.ok) return { problem: offered.message ?? '' }
    const optionsJSON = offered.options as never
    const isNew = purpose === 'add' || purpose === 'join'
    const response = isNew
      ? await startRegistration({ optionsJSON })
      : await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
    return { response: JSON.stringify(response) }
  } catch (error) {
    return explain(error)
  }
}

const OPEN_AGAIN = 'This page was open for too long. Reload it.'

function explain(error: unknown): PasskeyAnswer {
  const { name = '', cause } = error as Error
  const causeName = cause instanceof Error ? cause.name : name
  if (causeName === 'AbortError' || name === 'AbortError') return { isCancelled: true }
  if (causeName === 'NotAllowedError')
    return { problem: 'The passkey was not used. Try again, or use another way.' }
  if (causeName === 'InvalidStateError') return { problem: 'You already have a passkey on this device.' }
  if (error instanceof TypeError) return { problem: 'The server cannot be reached. Try again in a moment.' }
  return { problem: 'The device could not use a passkey. Use another way.' }
}

export const cancelPasskey = () => WebAuthnAbortService.cancelCeremony()

export { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill }
