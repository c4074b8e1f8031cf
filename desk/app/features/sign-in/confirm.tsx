import { requirePerson } from '../../context.ts'
import type { Route } from './+types/confirm'
import { Porch } from './porch.tsx'
import { readSecondFactors, takeSecondFactor } from './second-factor.server.ts'
import { SecondFactor } from './second-factor.tsx'

export function loader({ context }: Route.LoaderArgs) {
  requirePerson(context)
  return readSecondFactors(context)
}

export function action({ context, request, url }: Route.ActionArgs) {
  requirePerson(context)
  return takeSecondFactor(context, request, url.searchParams.get('to'))
}

/** Before keys, people, exports and ways of signing in are touched. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Porch title="Confirm that it is you">
      <p>The next page needs extra protection. You will not be asked again for ten minutes.</p>
      <SecondFactor factors={loaderData} refused={actionData} />
      <p>
        <a className="link" href="/desk">
          Back to Today
        </a>
      </p>
    </Porch>
  )
}
