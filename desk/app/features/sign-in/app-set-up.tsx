import { redirect } from 'react-router'
import { confirmTotp, startTotp } from '#services/people/credentials.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { ownPath, withReturn } from '../../access/own-path.ts'
import { adoptSession } from '../../access/session.server.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { ButtonLink, TextLink } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/app-set-up'
import { RecoveryCodes } from './first-recovery-codes.tsx'
import { drawQrCode } from './qr-code.server.ts'
import { SignInLayout } from './sign-in-layout.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  const { signedIn } = context.get(deskContext)
  const to = ownPath(url.searchParams.get('to'))
  if (signedIn?.stage === 'second-factor') throw redirect(withReturn('/sign-in/code', to))
  if (signedIn?.stage === 'full') requireFreshSecondFactor(context, url)
  return { to, isFirst: signedIn?.stage === 'enrol' }
}

const WORDS = {
  refused:
    'That code did not match. Wait for the next one in your app, and check that your phone’s clock is right.',
  field: 'code',
  page: '/set-up/app',
}

/** What the page shows next: the key to scan, or the recovery codes. */
interface Progress {
  key?: ReturnType<typeof setUpFacts>
  recoveryCodes?: string[]
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const { signIn, signedIn } = context.get(deskContext)
  if (!signedIn) throw redirect('/sign-in')
  const code = textOf(form, 'code')
  if (code === '') {
    const started = await startTotp(signIn, signedIn)
    if (!started.ok) return answerRefusal<Progress>(form, started, WORDS)
    return answerForm<Progress>(form, {}, 200, { key: setUpFacts(started.uri, started.secret) })
  }
  const result = await confirmTotp(signIn, signedIn, code)
  // The form sends the key back, because the server never shows a stored one and scanning again would be tedious.
  const [uri, secret] = [textOf(form, 'uri'), textOf(form, 'secret')]
  if (!result.ok)
    return answerRefusal<Progress>(form, result, WORDS, isKey(uri) ? { key: setUpFacts(uri, secret) } : {})
  adoptSession(context, result)
  return answerForm<Progress>(form, {}, 200, { recoveryCodes: result.recoveryCodes })
}

const setUpFacts = (uri: string, secret: string) => ({ uri, secret, code: drawQrCode(uri) })

const isKey = (uri: string) => uri.startsWith('otpauth://totp/') && uri.length < 500

export default function AppSetUp({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.recoveryCodes)
    return (
      <SignInLayout title="The app is set up">
        <RecoveryCodes codes={actionData.recoveryCodes} />
        <p>
          <ButtonLink data-main to={loaderData.to}>
            I have saved them
          </ButtonLink>
        </p>
      </SignInLayout>
    )
  const key = actionData?.key
  return (
    <SignInLayout title="Set up an authenticator app">
      {key ? (
        <DeskForm className="porch-form" answer={actionData} sends={{ uri: key.uri, secret: key.secret }}>
          <p>Scan this with the app. If the app is on this device, open the link or type the key.</p>
          <svg className="qr-code" viewBox={`0 0 ${key.code.size} ${key.code.size}`} role="img">
            <title>QR code for the authenticator app</title>
            <path d={key.code.path} />
          </svg>
          <p>
            <a className="link" href={key.uri}>
              Open in the app on this device
            </a>
          </p>
          <p>
            Key: <code className="wrap-anywhere inline-block">{key.secret}</code>
          </p>
          <TextField
            label="Code shown by the app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={11}
            required
          />
          <SubmitButton data-main isOnce>
            Confirm
          </SubmitButton>
        </DeskForm>
      ) : (
        <DeskForm className="porch-form" answer={actionData}>
          <p>
            Any authenticator app will do, such as your phone’s password manager, Google Authenticator, 2FAS
            or Aegis. Have it ready.
          </p>
          <SubmitButton data-main isOnce>
            Show the QR code
          </SubmitButton>
        </DeskForm>
      )}
      <p>
        <TextLink to={loaderData.isFirst ? '/set-up' : '/account'}>Back</TextLink>
      </p>
    </SignInLayout>
  )
}
