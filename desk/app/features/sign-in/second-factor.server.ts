import { data, type RouterContextProvider, redirect } from 'react-router'
import { readCredentials } from '#services/people/credentials.ts'
import { useRecoveryCode, verifyPasskey, verifyTotp } from '#services/people/second-factor.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { ownPath } from '../../access/own-path.ts'
import { adoptSession } from '../../access/session.server.ts'
import { deskContext } from '../../context.ts'
import { ownEntry } from '../../ui/own-entry.ts'
import { textOf } from '../../ui/text-of.ts'

type Context = Readonly<RouterContextProvider>

/** The second factors that the person of this session can use. */
export async function readSecondFactors(context: Context) {
  const { database, signedIn } = context.get(deskContext)
  if (!signedIn) throw redirect('/sign-in')
  const { hasTotp, passkeys, recoveryCodesLeft } = await readCredentials(database, signedIn.person.id)
  return {
    name: signedIn.person.name,
    hasTotp,
    hasPasskey: passkeys.length > 0,
    hasRecoveryCodes: recoveryCodesLeft > 0,
  }
}

/** Checks the second factor, then redirects to `to`. */
export async function takeSecondFactor(context: Context, request: Request, to: string | null) {
  const form = await request.formData()
  const { signIn, signedIn } = context.get(deskContext)
  if (!signedIn) throw redirect('/sign-in')
  const verify = ownEntry(CHECKS, textOf(form, 'intent'))
  if (!verify) throw data(null, 400)
  const result = await verify.check(signIn, signedIn, textOf(form, verify.field))
  if (!result.ok) return answerRefusal(form, result, verify)
  adoptSession(context, result)
  return redirect(ownPath(to))
}

const CHECKS: Record<string, { check: typeof verifyTotp; field: string; refused: string }> = {
  totp: {
    check: verifyTotp,
    field: 'code',
    refused:
      'That code did not match. Wait for the next one in your app, and check that your phone’s clock is right.',
  },
  recovery: {
    check: useRecoveryCode,
    field: 'recovery-code',
    refused: 'That recovery code did not match. Each code works only once: try the next on your list.',
  },
  passkey: {
    check: verifyPasskey,
    field: 'passkey',
    refused: 'This passkey is not one of yours. Try another passkey or another way.',
  },
}
