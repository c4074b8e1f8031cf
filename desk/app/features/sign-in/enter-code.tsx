import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem, TextField } from '../../ui/field.tsx'
import { type Answer, answerTo } from '../../ui/form-answer.ts'
import { PasskeyButton } from './passkey-button.tsx'
import type { readSecondFactors } from './second-factor.server.ts'

interface SecondFactorProps {
  factors: Awaited<ReturnType<typeof readSecondFactors>>
  refused: Answer | undefined
}

/** Asks for a passkey, a code of the app or a recovery code, whichever the person has. */
export function SecondFactor({ factors, refused }: SecondFactorProps) {
  const refusedRecovery = answerTo(refused, 'recovery')
  return (
    <>
      <FormProblem>{answerTo(refused, 'passkey')?.message}</FormProblem>
      {factors.hasPasskey && <PasskeyButton purpose="confirm" label="Use your passkey" />}
      {factors.hasTotp && (
        <DeskForm className="porch-form" answer={answerTo(refused, 'totp')} sends={{ intent: 'totp' }}>
          <TextField
            label="Code from your authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={!factors.hasPasskey && !refusedRecovery}
            maxLength={11}
            required
          />
          <SubmitButton data-main isOnce>
            Continue
          </SubmitButton>
        </DeskForm>
      )}
      {factors.hasRecoveryCodes && (
        <details open={refusedRecovery !== undefined || undefined}>
          <summary className="cursor-pointer">No phone to hand? Use a recovery code</summary>
          <DeskForm className="porch-form mt-3" answer={refusedRecovery} sends={{ intent: 'recovery' }}>
            <TextField
              label="Recovery code"
              name="recovery-code"
              help="Capitals and hyphens do not matter."
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              required
            />
            <SubmitButton isOnce>Use this code</SubmitButton>
          </DeskForm>
        </details>
      )}
    </>
  )
}
