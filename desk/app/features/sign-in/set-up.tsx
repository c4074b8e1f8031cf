import { redirect } from 'react-router'
import { addPasskey } from '#services/people/credentials.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { ownPath, withReturn } from '../../access/own-path.ts'
import { adoptSession, deviceOf } from '../../access/session.server.ts'
import { deskContext } from '../../context.ts'
import { FormProblem } from '../../ui/field.tsx'
import { ButtonLink } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/set-up'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignOut } from './sign-out-button.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  const to = ownPath(url.searchParams.get('to'))
  const stage = context.get(deskContext).signedIn?.stage
  if (stage === 'full') throw redirect(to)
  if (stage === 'second-factor') throw redirect(withReturn('/sign-in/code', to))
  return { to }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const { signIn, signedIn } = context.get(deskContext)
  if (!signedIn) throw redirect('/sign-in')
  const result = await addPasskey(signIn, signedIn, {
    response: textOf(form, 'passkey'),
    label: deviceOf(context),
  })
  if (!result.ok)
    return answerRefusal(form, result, { refused: 'The passkey could not be saved. Try again.' })
  adoptSession(context, result)
  return redirect(ownPath(url.searchParams.get('to')))
}

/** A password alone does not give access to the desk. */
export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInLayout title="Add a second step">
      <p>A second step keeps the desk safe even if your password is stolen. It takes a minute.</p>
      <FormProblem>{actionData?.message}</FormProblem>
      <h2 className="porch-or desk-subtitle">An authenticator app</h2>
      <p className="text-quiet">An app on your phone that shows a new code every half minute.</p>
      <p>
        <ButtonLink to={withReturn('/set-up/app', loaderData.to)}>Set up an app</ButtonLink>
      </p>
      <h2 className="porch-or desk-subtitle">A passkey</h2>
      <p className="text-quiet">
        Your fingerprint, face or screen lock. From then on you can sign in with it alone.
      </p>
      <PasskeyButton purpose="add" label="Use a passkey" isMain={false} />
      <SignOut label="Do this later" />
    </SignInLayout>
  )
}
