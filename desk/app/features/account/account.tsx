import { data, redirect } from 'react-router'
import { readCredentials } from '#services/people/credentials.ts'
import { renamePerson } from '#services/people/people.ts'
import { endSessionsOf, listSessions, revokeSession } from '#services/people/sessions.ts'
import type { Credentials, Session } from '#services/people/types.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { actorOf, deskContext, requireSignedIn } from '../../context.ts'
import { recentMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { ownEntry } from '../../ui/own-entry.ts'
import { ButtonLink, DoneNote, Page, Section } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { SignOut } from '../sign-in/sign-out-button.tsx'
import type { Route } from './+types/account'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { person, session } = requireSignedIn(context)
  const { database, signIn } = context.get(deskContext)
  const [credentials, sessions] = await Promise.all([
    readCredentials(database, person.id),
    listSessions(database, person.id, signIn.now),
  ])
  return {
    person,
    credentials,
    done: ownEntry(DONE, url.searchParams.get('done')),
    sessions: sessions.map((one) => describeSession(one, session.id, signIn.now)),
  }
}

const DONE: Record<string, string> = {
  name: 'Your name has been changed.',
  password: 'Your password has been changed. You have been signed out everywhere else.',
  session: 'That device has been signed out.',
  sessions: 'You have been signed out everywhere else.',
  app: 'The authenticator app has been removed. You have been signed out everywhere else.',
}

const describeSession = (
  { id, device, network, createdAt, seenAt }: Session,
  current: string,
  now: Date,
) => ({
  id,
  device,
  network,
  isThis: id === current,
  since: recentMoment(createdAt, now),
  seen: recentMoment(seenAt, now),
})

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const { person, session } = requireSignedIn(context)
  const { database } = context.get(deskContext)
  switch (textOf(form, 'intent')) {
    case 'name': {
      const name = textOf(form, 'name').trim()
      const result = await renamePerson(database, person.id, name, actorOf(context))
      if (!result.ok) return answerRefusal(form, result, { refused: 'The name could not be changed.' })
      return redirect('/account?done=name')
    }
    case 'end-session':
      await revokeSession(database, person.id, textOf(form, 'session'), actorOf(context))
      return redirect('/account?done=session')
    case 'end-others':
      await endSessionsOf(database, person.id, actorOf(context), session.id)
      return redirect('/account?done=sessions')
    default:
      throw data(null, 400)
  }
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { person, credentials, sessions, done } = loaderData
  return (
    <Page title="Your account" actions={<SignOut />}>
      <DoneNote>{done}</DoneNote>
      <div className="account">
        <Section id="you" title="You">
          <p className="text-quiet">{`${person.email}, ${person.role}`}</p>
          <DeskForm className="account-form" answer={actionData} sends={{ intent: 'name' }}>
            <TextField
              label="Name"
              name="name"
              autoComplete="name"
              key={person.name}
              defaultValue={person.name}
              maxLength={100}
              required
            />
            <SubmitButton>Save</SubmitButton>
          </DeskForm>
        </Section>
        <WaysIn credentials={credentials} />
        <Section id="sessions" title="Where you are signed in">
          <ul className="ledger-list">
            {sessions.map((one) => (
              <li key={one.id} className="account-entry">
                <div>
                  <p>
                    {one.device}
                    {one.isThis && <strong> (this one)</strong>}
                  </p>
                  <p className="text-quiet">{`${one.network}, last used ${one.seen}, signed in ${one.since}`}</p>
                </div>
                {!one.isThis && (
                  <DeskForm sends={{ intent: 'end-session', session: one.id }}>
                    <SubmitButton aria-label={`Sign out ${one.device}`}>Sign out</SubmitButton>
                  </DeskForm>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <DeskForm className="mt-3" sends={{ intent: 'end-others' }}>
              <SubmitButton>Sign out everywhere else</SubmitButton>
            </DeskForm>
          )}
        </Section>
      </div>
    </Page>
  )
}

function WaysIn({ credentials }: { credentials: Credentials }) {
  const { hasPassword, hasTotp, passkeys, recoveryCodesLeft } = credentials
  return (
    <Section id="ways-in" title="How you sign in">
      <ul className="ledger-list">
        <WayIn
          title="Passkeys"
          state={passkeys.length > 0 ? passkeys.map(({ label }) => label).join(', ') : 'None yet'}
          to="/account/passkeys"
          label={passkeys.length > 0 ? 'Manage passkeys' : 'Add a passkey'}
        />
        <WayIn
          title="Password"
          state={hasPassword ? 'Set' : 'None. You sign in with your passkey'}
          to="/account/password"
          label={hasPassword ? 'Change password' : 'Set a password'}
        />
        <WayIn
          title="Authenticator app"
          state={hasTotp ? 'Set up' : 'None'}
          to="/account/app"
          label={hasTotp ? 'Replace or remove the app' : 'Set up an app'}
        />
        {hasPassword && (
          <WayIn
            title="Recovery codes"
            state={`${recoveryCodesLeft} left`}
            to="/account/recovery-codes"
            label="New recovery codes"
            isUrgent={recoveryCodesLeft < 3}
          />
        )}
      </ul>
    </Section>
  )
}

interface WayInProps {
  title: string
  state: string
  to: string
  label: string
  isUrgent?: boolean
}

function WayIn({ title, state, to, label, isUrgent = false }: WayInProps) {
  return (
    <li className="account-entry">
      <div>
        <p>{title}</p>
        <p className={isUrgent ? 'waits' : 'text-quiet'}>{state}</p>
      </div>
      <ButtonLink to={to}>{label}</ButtonLink>
    </li>
  )
}
