import { readCredentials, renewRecoveryCodes } from '#services/people/credentials.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { SubPage } from '../../ui/page.tsx'
import { RecoveryCodes } from '../sign-in/first-recovery-codes.tsx'
import type { Route } from './+types/new-recovery-codes'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { person } = requireFreshSecondFactor(context, url)
  const { recoveryCodesLeft } = await readCredentials(context.get(deskContext).database, person.id)
  return { left: recoveryCodesLeft }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const signedIn = requireFreshSecondFactor(context, url)
  const result = await renewRecoveryCodes(context.get(deskContext).signIn, signedIn)
  if (!result.ok)
    return answerRefusal(await request.formData(), result, {
      refused: 'Recovery codes need a password. Set one first.',
      page: '/account/recovery-codes',
    })
  return { ok: true as const, codes: result.recoveryCodes }
}

export default function Renew({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SubPage of="/account" title="Recovery codes">
      {actionData?.ok ? (
        <RecoveryCodes codes={actionData.codes} />
      ) : (
        <>
          <FormProblem>{actionData?.message}</FormProblem>
          <p className="max-w-reading">{`Codes left: ${loaderData.left}. New codes replace all the old ones.`}</p>
          <DeskForm>
            <SubmitButton data-main isOnce>
              Make ten new codes
            </SubmitButton>
          </DeskForm>
        </>
      )}
    </SubPage>
  )
}
