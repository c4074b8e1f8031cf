import { data } from 'react-router'
import type { ReplyTemplate } from '#shared/enquiries/template-text.ts'
import { deskContext } from '../../context.ts'
import type { Route } from './+types/templates'
import { saveGuarded } from './save-guarded.server.ts'

/** The current templates, with the token by which a form detects concurrent changes. */
export async function readTemplates(context: Route.LoaderArgs['context']) {
  const { replyTemplates } = await context.get(deskContext).settings.read()
  return replyTemplates
}

/**
 * Changes the list that the person has seen.
 * @param next undefined restores the standard templates
 * @returns false if the second factor is too old; then nothing is saved
 * @throws a 409 response if someone else has changed the list in the meantime; SettingsRefused
 */
export async function changeTemplates(
  context: Route.ActionArgs['context'],
  seen: string,
  next: readonly ReplyTemplate[] | undefined,
): Promise<boolean> {
  const change = { name: 'replyTemplates', value: next, seen } as const
  const result = await saveGuarded(context, [change])
  if (result && result.conflicts.length > 0) throw data(null, 409)
  return result !== null
}
