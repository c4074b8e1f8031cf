import { redirect } from 'react-router'
import { readCredentials, removeTotp } from '#services/people/credentials.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { withReturn } from '../../access/own-path.ts'
import { adoptSession } from '../../access/session.server.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { ButtonLink, SubPage } from '../../ui/page.tsx'
import type { Route } from './+types/app'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { person } = requireFreshSecondFactor(context, url)
  const { hasTotp } = await readCredentials(context.get(deskContext).database, person.id)
  return { hasTotp }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const signedIn = requireFreshSecondFactor(context, url)
  const result = await removeTotp(context.get(deskContext).signIn, signedIn)
  if (!result.ok)
    return answerRefusal(await request.formData(), result, {
      refused: 'The app could not be removed.',
      page: '/account/app',
    })
  adoptSession(context, result)
  return redirect('/account?done=app')
}

export default function AuthenticatorApp({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SubPage of="/account" title="Authenticator app">
      <FormProblem>{actionData?.message}</FormProblem>
      <p className="max-w-reading">
        {loaderData.hasTotp
          ? 'An app is set up. If you have a new phone, set it up again: the old one stops working, and you get new recovery codes.'
          : 'With an app, you sign in with your password and a code from your phone. You also get recovery codes.'}
      </p>
      <p>
        <ButtonLink data-main to={withReturn('/set-up/app', '/account')}>
          {loaderData.hasTotp ? 'Set it up again' : 'Set it up'}
        </ButtonLink>
      </p>
      {loaderData.hasTotp && (
        <DeskForm>
          <SubmitButton data-danger isOnce>
            Remove the app
          </SubmitButton>
        </DeskForm>
      )}
    </SubPage>
  )
}
