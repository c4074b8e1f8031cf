import { redirect } from 'react-router'
import { changePassword, readCredentials } from '#services/people/credentials.ts'
import { MIN_PASSWORD_LENGTH } from '#services/people/passwords.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { adoptSession } from '../../access/session.server.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { DoneNote, SubPage } from '../../ui/page.tsx'
import { PasswordField, PasswordOwner } from '../../ui/password-field.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/password'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { person } = requireFreshSecondFactor(context, url)
  const { hasPassword, hasTotp } = await readCredentials(context.get(deskContext).database, person.id)
  const isGuessable = url.searchParams.has('guessable')
  return { email: person.email, hasPassword, hasTotp, isGuessable, minLength: MIN_PASSWORD_LENGTH }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const signedIn = requireFreshSecondFactor(context, url)
  const form = await request.formData()
  const { signIn } = context.get(deskContext)
  const result = await changePassword(signIn, signedIn, {
    ...(form.has('current') && { current: textOf(form, 'current') }),
    password: textOf(form, 'password'),
  })
  if (!result.ok)
    return answerRefusal(form, result, {
      refused: 'The current password did not match.',
      field: 'current',
      page: '/account/password',
    })
  adoptSession(context, result)
  return redirect('/account?done=password')
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, isGuessable, minLength } = loaderData
  return (
    <SubPage of="/account" title={hasPassword ? 'Change your password' : 'Set a password'}>
      <DoneNote>
        {isGuessable &&
          !actionData &&
          'The password that you signed in with is one that attackers try first. Choose another.'}
      </DoneNote>
      <DeskForm className="porch-form" answer={actionData}>
        <PasswordOwner email={email} />
        {hasPassword && (
          <PasswordField label="Current password" name="current" autoComplete="current-password" required />
        )}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          help={`At least ${minLength} characters. Three or four words work well.`}
          minLength={minLength}
          required
        />
        <p className="text-quiet">You will be signed out everywhere else.</p>
        <SubmitButton data-main isOnce>
          {hasPassword ? 'Change password' : 'Set password'}
        </SubmitButton>
      </DeskForm>
    </SubPage>
  )
}
