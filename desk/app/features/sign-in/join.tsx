import { useRef } from 'react'
import { data, redirect } from 'react-router'
import { acceptInvitation, findInvitation } from '#services/people/invitations.ts'
import { MIN_PASSWORD_LENGTH } from '#services/people/passwords.ts'
import type { InvitationKind } from '#services/people/types.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { adoptSession, deviceOf } from '../../access/session.server.ts'
import { deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField, PasswordOwner } from '../../ui/password-field.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/join'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { database, signIn } = context.get(deskContext)
  const token = url.searchParams.get('token') ?? ''
  const invitation = await findInvitation(database, token, signIn.now)
  if (!invitation)
    return data({ invitation: null, token: '', minLength: MIN_PASSWORD_LENGTH }, { status: 404 })
  const { kind, role, email, name } = invitation
  return { invitation: { kind, role, email, name }, token, minLength: MIN_PASSWORD_LENGTH }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const { signIn } = context.get(deskContext)
  const [name, email] = [textOf(form, 'name').trim(), textOf(form, 'email').trim()]
  const isPasskey = textOf(form, 'intent') === 'passkey'
  const result = await acceptInvitation(signIn, textOf(form, 'token'), {
    ...(form.has('name') && { name }),
    ...(form.has('email') && { email }),
    credential: isPasskey
      ? { response: textOf(form, 'passkey'), label: deviceOf(context) }
      : { password: textOf(form, 'password') },
  })
  if (!result.ok) return answerRefusal(form, result, { refused: NOT_DONE })
  adoptSession(context, result)
  return redirect(result.stage === 'full' ? '/' : '/set-up')
}

const NOT_DONE = 'That did not work. Try again, or choose the other way.'

const TITLES: Record<InvitationKind, string> = {
  first: 'Open your desk',
  invite: 'Join the desk',
  reset: 'Choose a new way to sign in',
}

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null)
  const { invitation, token, minLength } = loaderData
  if (!invitation) return <UsedUp />
  const { kind, role, email, name } = invitation
  const fields = [...(kind === 'reset' ? [] : ['name']), ...(kind === 'first' ? ['email'] : [])]
  return (
    <SignInLayout title={TITLES[kind]}>
      {kind === 'first' && <p>You are the first person here, so you become the owner. It takes a minute.</p>}
      {kind === 'invite' && (
        <p>
          You are invited as {role === 'owner' ? 'an owner' : 'staff'}, with the address {email}.
        </p>
      )}
      {kind === 'reset' && (
        <p>{name}, your old password and passkeys no longer work. Choose how to sign in from now on.</p>
      )}
      <DeskForm ref={form} className="porch-form" answer={actionData} sends={{ token }}>
        {kind !== 'reset' && (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            help="Colleagues see it beside each of your changes."
            maxLength={100}
            required
          />
        )}
        {kind === 'first' ? (
          <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
        ) : (
          <PasswordOwner email={email ?? ''} />
        )}
        <h2 className="porch-or desk-subtitle">With a passkey</h2>
        <p className="text-quiet">
          Your fingerprint, face or screen lock. Nothing to remember, nothing to steal.
        </p>
        <PasskeyButton purpose="join" label="Use a passkey" form={form} fields={fields} more={{ token }} />
        <h2 className="porch-or desk-subtitle">Or with a password</h2>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          help={`At least ${minLength} characters. Three or four words work well. Next, you set up an authenticator app.`}
          minLength={minLength}
          required
        />
        <SubmitButton isOnce>Use this password</SubmitButton>
      </DeskForm>
    </SignInLayout>
  )
}

function UsedUp() {
  return (
    <SignInLayout title="This link no longer works">
      <p>
        A link to the desk works once, and for a limited time. If you have used it,{' '}
        <a className="link" href="/desk/sign-in">
          sign in
        </a>
        .
      </p>
      <p>
        If not, ask an owner for a new one. If nobody has joined yet, restart the server: it prints a new
        link.
      </p>
    </SignInLayout>
  )
}
