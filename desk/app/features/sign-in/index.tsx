import { redirect } from 'react-router'
import { signInWithPasskey, signInWithPassword } from '#services/people/sign-in.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { ownPath, withReturn } from '../../access/own-path.ts'
import { NEXT_STEP } from '../../access/route-access.ts'
import { adoptSession } from '../../access/session.server.ts'
import { deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem, TextField } from '../../ui/field.tsx'
import { DoneNote } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/index'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  const { signedIn } = context.get(deskContext)
  const to = ownPath(url.searchParams.get('to'))
  if (signedIn) throw redirect(signedIn.stage === 'full' ? to : withReturn(NEXT_STEP[signedIn.stage], to))
  return { hasSignedOut: url.searchParams.has('signed-out'), isSentHere: url.searchParams.has('to') }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const { signIn } = context.get(deskContext)
  const to = ownPath(url.searchParams.get('to'))
  if (textOf(form, 'intent') === 'passkey') {
    const result = await signInWithPasskey(signIn, textOf(form, 'passkey'))
    if (!result.ok) return answerRefusal(form, result, { refused: NOT_THIS_PASSKEY })
    adoptSession(context, result)
    return redirect(to)
  }
  const email = textOf(form, 'email').trim()
  const result = await signInWithPassword(signIn, { email, password: textOf(form, 'password') })
  if (!result.ok) return answerRefusal(form, result, { refused: NO_MATCH })
  adoptSession(context, result)
  const next = result.needsNewPassword ? '/account/password?guessable' : to
  return redirect(result.stage === 'full' ? next : withReturn(NEXT_STEP[result.stage], next))
}

const NO_MATCH = 'The e-mail address or password is wrong. Check both and try again.'
const NOT_THIS_PASSKEY = 'This passkey is not known here. Try another, or use your password.'

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInLayout title="Sign in">
      <DoneNote>{loaderData.hasSignedOut && !actionData && 'You are signed out.'}</DoneNote>
      {loaderData.isSentHere && !actionData && <p className="text-quiet">Sign in to open the page.</p>}
      <FormProblem>{actionData?.message}</FormProblem>
      <PasskeyButton purpose="sign-in" label="Sign in with a passkey" offersAutofill />
      <h2 className="porch-or desk-subtitle">With a password</h2>
      <DeskForm className="porch-form" answer={actionData} showsMessage={false}>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <SubmitButton isOnce>Sign in</SubmitButton>
      </DeskForm>
      <p className="text-quiet">
        Locked out? An owner can send you a new link from People. If you are the only owner, run{' '}
        <code className="inline-block">npm run office -- people reset</code> on the server.
      </p>
    </SignInLayout>
  )
}
