import { useRef } from 'react'
import { createInvitation } from '#services/people/invitations.ts'
import { answerRefusal } from '../../access/answer-refusal.server.ts'
import { actorOf, deskContext, requireFreshOwner } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { typedText } from '../../ui/form-answer.ts'
import { SubPage } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { useDraft } from '../../ui/use-draft.ts'
import type { Route } from './+types/invite'
import { LinkOnce } from './link-once.tsx'
import { parseRole, RoleField } from './role-field.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  requireFreshOwner(context, url)
  return null
}

export async function action({ context, request, url }: Route.ActionArgs) {
  requireFreshOwner(context, url)
  const form = await request.formData()
  const { database, siteUrl, signIn } = context.get(deskContext)
  const invited = { email: textOf(form, 'email').trim(), role: parseRole(textOf(form, 'role')) }
  const result = await createInvitation(database, siteUrl, invited, actorOf(context), signIn.now)
  if (!result.ok)
    return answerRefusal(form, result, {
      refused: 'The link could not be created.',
      page: '/people/invite',
    })
  return { ok: true as const, email: invited.email, link: result.link, expires: fullMoment(result.expiresAt) }
}

export default function Invite({ actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null)
  useDraft(form, 'invite', actionData?.ok)
  if (actionData?.ok)
    return (
      <SubPage of="/people" title={`A link for ${actionData.email}`}>
        <LinkOnce link={actionData.link} expires={actionData.expires} />
      </SubPage>
    )
  return (
    <SubPage of="/people" title="Invite someone">
      <DeskForm ref={form} className="porch-form" answer={actionData}>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          help="They sign in with it. The desk sends no e-mail: you pass the link on yourself."
          required
        />
        <RoleField chosen={parseRole(typedText(actionData?.typed, 'role') ?? 'staff')} />
        <SubmitButton data-main isOnce>
          Create the link
        </SubmitButton>
      </DeskForm>
    </SubPage>
  )
}
