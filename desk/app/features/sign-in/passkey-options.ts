import { passkeyRegistrationOptions } from '#services/people/credentials.ts'
import { invitationPasskeyOptions } from '#services/people/invitations.ts'
import { passkeySignInOptions } from '#services/people/sign-in.ts'
import type { Refusal } from '#services/people/types.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { deskContext } from '../../context.ts'
import type { Answer } from '../../ui/form-answer.ts'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/passkey-options'

/** The purpose of the passkey: to sign in, to confirm, to add one, or to accept an invitation. */
export type PasskeyPurpose = 'sign-in' | 'confirm' | 'add' | 'join'

/** The options for the browser's dialog, as JSON. A POST, because it stores a challenge. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const { signIn, signedIn } = context.get(deskContext)
  const purpose = textOf(form, 'purpose')
  const answer = (result: Parameters<typeof answerWith>[1]) => answerWith(form, result)
  if (purpose === 'sign-in') return answer(await passkeySignInOptions(signIn))
  if (purpose === 'confirm' && signedIn) return answer(await passkeySignInOptions(signIn, signedIn))
  if (purpose === 'add' && signedIn) return answer(await passkeyRegistrationOptions(signIn, signedIn))
  if (purpose === 'join') {
    const given = { name: textOf(form, 'name'), email: textOf(form, 'email') }
    return answer(await invitationPasskeyOptions(signIn, textOf(form, 'token'), given))
  }
  return answer({ ok: false, reason: 'expired' })
}

export type PasskeyOptionsAnswer =
  | { ok: true; options: unknown }
  | ({ ok: false } & Pick<Answer, 'message' | 'fields'>)

function answerWith(form: FormData, result: { ok: true; options: unknown } | Refusal): Response {
  if (result.ok) return Response.json(result)
  if (result.reason === 'second-factor') return refusal('Confirm that it is you, then add the passkey.', 403)
  const { data, init } = answerRefusal(form, result, { refused: 'You have no passkey yet. Use another way.' })
  return Response.json(data, init ?? undefined)
}

const refusal = (message: string, status: number) =>
  Response.json({ ok: false, message, fields: {} }, { status })

/** The address only accepts POST. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}
