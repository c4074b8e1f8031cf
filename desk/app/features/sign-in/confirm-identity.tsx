import type { Route } from './+types/confirm-identity'
import { SecondFactor } from './enter-code.tsx'
import { readSecondFactors, takeSecondFactor } from './second-factor.server.ts'
import { SignInLayout } from './sign-in-layout.tsx'

export const loader = ({ context }: Route.LoaderArgs) => readSecondFactors(context)

export const action = ({ context, request, url }: Route.ActionArgs) =>
  takeSecondFactor(context, request, url.searchParams.get('to'))

/** Asks for the second factor before changes of keys, people, exports and sign-in methods. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInLayout title="Confirm that it is you">
      <p>The next page needs extra protection. You will not be asked again for ten minutes.</p>
      <SecondFactor factors={loaderData} refused={actionData} />
      <p>
        <a className="link" href="/desk">
          Back to Today
        </a>
      </p>
    </SignInLayout>
  )
}
