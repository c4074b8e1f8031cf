import { data, redirect } from 'react-router'
import { addPasskey, readCredentials, removePasskey, renamePasskey } from '#services/people/credentials.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { adoptSession, deviceOf } from '../../access/session.server.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { recentMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem, TextField } from '../../ui/field.tsx'
import { answerTo, typedText } from '../../ui/form-answer.ts'
import { ownEntry } from '../../ui/own-entry.ts'
import { DoneNote, SubPage } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { PasskeyButton } from '../sign-in/passkey-button.tsx'
import type { Route } from './+types/passkey-list'

const PATH = '/account/passkeys'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { person } = requireFreshSecondFactor(context, url)
  const { database, signIn } = context.get(deskContext)
  const { passkeys } = await readCredentials(database, person.id)
  return {
    done: ownEntry(DONE, url.searchParams.get('done')),
    passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
      id,
      label,
      created: recentMoment(createdAt, signIn.now),
      used: lastUsedAt && recentMoment(lastUsedAt, signIn.now),
    })),
  }
}

const DONE: Record<string, string> = {
  added: 'Passkey added. You can sign in with it from now on.',
  named: 'Passkey renamed.',
  removed: 'Passkey removed. Delete it from the device as well. You have been signed out everywhere else.',
}

const WORDS = { refused: 'That did not work. Try again.', page: PATH }

export async function action({ context, request, url }: Route.ActionArgs) {
  const signedIn = requireFreshSecondFactor(context, url)
  const form = await request.formData()
  const { signIn } = context.get(deskContext)
  const [id, label] = [textOf(form, 'passkey-id'), textOf(form, 'label').trim()]
  switch (textOf(form, 'intent')) {
    case 'passkey': {
      const result = await addPasskey(signIn, signedIn, {
        response: textOf(form, 'passkey'),
        label: deviceOf(context),
      })
      if (!result.ok) return answerRefusal(form, result, WORDS)
      adoptSession(context, result)
      return redirect(`${PATH}?done=added`)
    }
    case 'name': {
      const result = await renamePasskey(signIn, signedIn, { id, label })
      if (!result.ok) return answerRefusal(form, result, WORDS)
      return redirect(`${PATH}?done=named`)
    }
    case 'remove': {
      const result = await removePasskey(signIn, signedIn, id)
      if (!result.ok) return answerRefusal(form, result, WORDS)
      adoptSession(context, result)
      return redirect(`${PATH}?done=removed`)
    }
    default:
      throw data(null, 400)
  }
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, done } = loaderData
  const ofName = answerTo(actionData, 'name')
  const named = typedText(ofName?.typed, 'passkey-id')
  return (
    <SubPage of="/account" title="Passkeys">
      <DoneNote>{!actionData && done}</DoneNote>
      <FormProblem>{!ofName && actionData?.message}</FormProblem>
      <p className="max-w-reading text-quiet">
        A passkey lets you sign in with your fingerprint, face or screen lock. Keep two, on different devices,
        so that a lost phone does not lock you out.
      </p>
      <PasskeyButton purpose="add" label="Add a passkey" />
      <ul className="ledger-list">
        {passkeys.map(({ id, label, created, used }) => (
          <li key={id} className="account-entry">
            <DeskForm
              className="account-form"
              answer={named === id ? ofName : null}
              sends={{ intent: 'name', 'passkey-id': id }}
            >
              <TextField
                label="Name"
                name="label"
                defaultValue={label}
                help={`Added ${created}, ${used ? `last used ${used}` : 'not used yet'}`}
                maxLength={60}
                required
              />
              <SubmitButton isOnce>Rename</SubmitButton>
            </DeskForm>
            <DeskForm sends={{ intent: 'remove', 'passkey-id': id }}>
              <SubmitButton data-danger isOnce aria-label={`Remove ${label}`}>
                Remove
              </SubmitButton>
            </DeskForm>
          </li>
        ))}
      </ul>
    </SubPage>
  )
}
