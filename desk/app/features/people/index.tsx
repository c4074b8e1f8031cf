import { redirect } from 'react-router'
import { listInvitations, revokeInvitation } from '#services/people/invitations.ts'
import { listPeople } from '#services/people/people.ts'
import type { PersonDetails } from '#services/people/types.ts'
import { pick } from '#shared/data/pick.ts'
import { actorOf, deskContext, requireFreshOwner, requireOwner } from '../../context.ts'
import { fullMoment, recentMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { ownEntry } from '../../ui/own-entry.ts'
import { ButtonLink, DoneNote, Page, Section, TextLink } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/index'

export async function loader({ context, url }: Route.LoaderArgs) {
  requireOwner(context)
  const { database, signIn } = context.get(deskContext)
  const [people, invitations] = await Promise.all([
    listPeople(database, signIn.now),
    listInvitations(database, signIn.now),
  ])
  return {
    done: ownEntry(DONE, url.searchParams.get('done')),
    people: people.map((person) => ({
      ...pick(person, ['id', 'name', 'email', 'role']),
      waysIn: describeWaysIn(person),
      seen: person.seenAt && recentMoment(person.seenAt, signIn.now),
    })),
    invitations: invitations.map((invitation) => ({
      ...pick(invitation, ['id', 'kind', 'role', 'email', 'name', 'createdBy']),
      expires: fullMoment(invitation.expiresAt),
    })),
  }
}

const DONE: Record<string, string> = {
  role: 'The role has been changed. The person has to sign in again.',
  removed: 'The person has been removed and signed out everywhere.',
  revoked: 'The link no longer works.',
}

function describeWaysIn({ passkeys, hasPassword, hasTotp }: PersonDetails): string {
  const ways = [
    passkeys > 0 && (passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`),
    hasPassword && (hasTotp ? 'password and app' : 'password'),
  ].filter(Boolean)
  return ways.join(', ') || 'none yet'
}

export async function action({ context, request, url }: Route.ActionArgs) {
  requireFreshOwner(context, url)
  const form = await request.formData()
  await revokeInvitation(context.get(deskContext).database, textOf(form, 'invitation'), actorOf(context))
  return redirect('/people?done=revoked')
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { people, invitations, done } = loaderData
  return (
    <Page
      title="People"
      actions={
        <ButtonLink data-main to="/people/invite">
          Invite someone
        </ButtonLink>
      }
    >
      <DoneNote>{done}</DoneNote>
      <ul className="ledger-list max-w-176">
        {people.map(({ id, name, email, role, waysIn, seen }) => (
          <li key={id} className="account-entry">
            <div>
              <p>
                <TextLink to={`/people/${id}`} data-row>
                  {name}
                </TextLink>
                <span>{`, ${role}`}</span>
              </p>
              <p className="text-quiet">{email}</p>
            </div>
            <p className="text-quiet">{`Signs in with ${waysIn}. ${seen ? `Last seen ${seen}.` : 'Not signed in.'}`}</p>
          </li>
        ))}
      </ul>
      {invitations.length > 0 && (
        <Section id="open-links" title="Links that still work" className="account mt-8">
          <ul className="ledger-list">
            {invitations.map(({ id, kind, role, email, name, createdBy, expires }) => (
              <li key={id} className="account-entry">
                <div>
                  <p>{kind === 'reset' ? `New sign-in for ${name}` : `${email}, as ${role}`}</p>
                  <p className="text-quiet">
                    Made by {createdBy}, works until {expires}
                  </p>
                </div>
                <DeskForm sends={{ invitation: id }}>
                  <SubmitButton data-danger aria-label={`Withdraw the link for ${name ?? email}`}>
                    Withdraw
                  </SubmitButton>
                </DeskForm>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}
