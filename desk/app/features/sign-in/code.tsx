import { redirect } from 'react-router'
import { ownPath, withReturn } from '../../access/own-path.ts'
import { NEXT_STEP } from '../../access/route-access.ts'
import { deskContext } from '../../context.ts'
import type { Route } from './+types/code'
import { SecondFactor } from './enter-code.tsx'
import { readSecondFactors, takeSecondFactor } from './second-factor.server.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignOut } from './sign-out-button.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  const stage = context.get(deskContext).signedIn?.stage
  const to = ownPath(url.searchParams.get('to'))
  if (stage === 'full') throw redirect(to)
  if (stage === 'enrol') throw redirect(withReturn(NEXT_STEP.enrol, to))
  return readSecondFactors(context)
}

export const action = ({ context, request, url }: Route.ActionArgs) =>
  takeSecondFactor(context, request, url.searchParams.get('to'))

/** The page after the password. */
export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInLayout title="One more step">
      <p>Your password is correct, {loaderData.name}. Now confirm that it is you.</p>
      <SecondFactor factors={loaderData} refused={actionData} />
      <SignOut label="Start again" />
    </SignInLayout>
  )
}
