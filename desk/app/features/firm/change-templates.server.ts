import { data } from 'react-router'
import type { ReplyTemplate } from '../../../../services/enquiries/template-text.ts'
import { actorOf, deskContext } from '../../context.ts'
import type { Route } from './+types/templates'

/** The templates as they are now, and the mark by which a form tells that it has seen them. */
export async function readTemplates(context: Route.LoaderArgs['context']) {
  const { replyTemplates } = await context.get(deskContext).settings.read()
  return replyTemplates
}

/**
 * Changes the list that the form has seen.
 * @param next undefined brings the standard templates back
 * @throws a 409 response if somebody else changed the list meanwhile; SettingsRefused
 */
export async function changeTemplates(
  context: Route.ActionArgs['context'],
  seen: string,
  next: readonly ReplyTemplate[] | undefined,
): Promise<void> {
  const change = { name: 'replyTemplates', value: next, seen } as const
  const { conflicts } = await context.get(deskContext).settings.change([change], actorOf(context))
  if (conflicts.length > 0) throw data(null, 409)
}
