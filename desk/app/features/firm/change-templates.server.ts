import { redirect } from 'react-router'
import type { ReplyTemplate } from '#shared/enquiries/template-text.ts'
import { deskContext } from '../../context.ts'
import { answerForm } from '../../ui/form-answer.server.ts'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/templates'
import { saveGuarded } from './save-guarded.server.ts'

const CHANGED =
  'Someone has changed the templates since you opened this page, so nothing was saved. Look at the list, then try again.'

/** The current templates, with the token by which a form detects concurrent changes. */
export async function readTemplates(context: Route.LoaderArgs['context']) {
  const { replyTemplates } = await context.get(deskContext).settings.read()
  return replyTemplates
}

/**
 * Changes the list that the person has seen, and answers the form.
 * @param next undefined restores the standard templates
 * @param done what the list then says
 * @throws SettingsRefused
 */
export async function changeTemplates(
  context: Route.ActionArgs['context'],
  form: FormData,
  next: readonly ReplyTemplate[] | undefined,
  done: string,
) {
  const change = { name: 'replyTemplates', value: next, seen: textOf(form, 'seen') } as const
  const result = await saveGuarded(context, [change])
  if (!result) return answerForm(form, {}, 403, { needsSecondFactor: true })
  if (result.conflicts.length > 0) return answerForm(form, { message: CHANGED }, 409)
  return redirect(`/firm/templates?done=${done}`)
}
