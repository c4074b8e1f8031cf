import { data, redirect } from 'react-router'
import { createReset } from '#services/people/invitations.ts'
import { changeRole, findPerson, removePerson } from '#services/people/people.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { actorOf, deskContext, orNotFound, requireFreshOwner } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { answerTo } from '../../ui/form-answer.ts'
import { Section, SubPage } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/person'
import { LinkOnce } from './link-once.tsx'
import { parseRole, RoleField } from './role-field.tsx'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const owner = requireFreshOwner(context, url)
  const person = orNotFound(await findPerson(context.get(deskContext).database, params.id))
  return { person, isSelf: person.id === owner.id }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const owner = requireFreshOwner(context, url)
  const form = await request.formData()
  const { database, siteUrl, signIn } = context.get(deskContext)
  const page = `/people/${params.id}`
  const intent = textOf(form, 'intent')
  // Changing one's own role would end one's own sessions; another owner can do it.
  if (params.id === owner.id) throw data(null, 403)
  switch (intent) {
    case 'role': {
      const role = parseRole(textOf(form, 'role'))
      const result = await changeRole(database, params.id, role, actorOf(context))
      if (!result.ok) return answerRefusal(form, result, { refused: NOT_DONE, page })
      return redirect('/people?done=role')
    }
    case 'reset': {
      const result = await createReset(database, siteUrl, params.id, actorOf(context), signIn.now)
      if (!result.ok) return answerRefusal(form, result, { refused: NOT_DONE, page })
      return { ok: true as const, link: result.link, expires: fullMoment(result.expiresAt) }
    }
    case 'remove': {
      if (!form.has('sure'))
        return answerForm(form, { fields: { sure: 'Tick the box to remove the person.' } }, 400, {
          ok: false as const,
        })
      const result = await removePerson(database, params.id, actorOf(context))
      if (!result.ok) return answerRefusal(form, result, { refused: NOT_DONE, page })
      return redirect('/people?done=removed')
    }
    default:
      throw data(null, 400)
  }
}

const NOT_DONE = 'That did not work. Open the page again.'

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isSelf } = loaderData
  return (
    <SubPage of="/people" title={person.name}>
      <p className="text-quiet">{`${person.email}, ${person.role}`}</p>
      <FormProblem>{actionData?.ok === false && actionData.message}</FormProblem>
      {isSelf ? (
        <p>
          This is you. Another owner can change your role or remove you. Everything else is under Your
          account.
        </p>
      ) : (
        <>
          {actionData?.ok && <LinkOnce link={actionData.link} expires={actionData.expires} />}
          <Section id="role" title="Change the role">
            <DeskForm className="porch-form" key={person.role} sends={{ intent: 'role' }}>
              <RoleField chosen={person.role} />
              <p className="text-quiet">{person.name} will have to sign in again.</p>
              <SubmitButton isOnce>Save the role</SubmitButton>
            </DeskForm>
          </Section>
          <Section id="reset" title="Locked out?">
            <p className="max-w-reading">
              A new link lets {person.name} set up a new way to sign in. It works for an hour. The old
              password, passkeys and authenticator app stop working now, and every device is signed out.
            </p>
            <DeskForm sends={{ intent: 'reset' }}>
              <SubmitButton isOnce>Create a new link</SubmitButton>
            </DeskForm>
          </Section>
          <Section id="remove" title="Remove">
            <p className="max-w-reading">
              {person.name} is signed out everywhere and can no longer sign in. Their changes stay under
              Changes.
            </p>
            <DeskForm
              className="porch-form"
              answer={actionData?.ok === false ? answerTo(actionData, 'remove') : null}
              showsMessage={false}
              sends={{ intent: 'remove' }}
            >
              <CheckField name="sure" required>
                Yes, remove {person.name}
              </CheckField>
              <SubmitButton data-danger isOnce>
                Remove
              </SubmitButton>
            </DeskForm>
          </Section>
        </>
      )}
    </SubPage>
  )
}
