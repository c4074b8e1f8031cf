import type { RouterContextProvider } from 'react-router'
import { queueGuardedNotice } from '#services/people/security-notice.ts'
import { hasFreshSecondFactor } from '#services/people/sessions.ts'
import type { ChangeResult, EditableSettings, SettingChange } from '#services/settings/change-settings.ts'
import { describeForMail, isGuarded, SETTINGS } from '#services/settings/definitions.ts'
import { actorOf, deskContext, requireSignedIn } from '../../context.ts'

/**
 * Saves settings of the firm. What customers go by takes a second factor from the last ten minutes, and the owners are
 * told of it.
 * @returns null if the second factor is too old; then nothing is saved
 * @throws SettingsRefused
 */
export async function saveGuarded(
  context: Readonly<RouterContextProvider>,
  changes: readonly SettingChange[],
): Promise<ChangeResult | null> {
  const { settings, siteUrl, signIn, wakeOutbox } = context.get(deskContext)
  const { person, session } = requireSignedIn(context)
  const before = await settings.read()
  if (changesGuarded(changes, before) && !hasFreshSecondFactor(session, signIn.now)) return null
  const result = await settings.change(changes, actorOf(context), async (transaction, done) => {
    const guarded = done.saved.filter(isGuarded)
    if (guarded.length === 0) return
    await queueGuardedNotice(transaction, person, {
      changes: guarded.map((name) => describeForMail(name, done.before[name].value, done.after[name].value)),
      tell: [...done.before.recipients.value, done.before.email.value],
      siteUrl,
      now: signIn.now,
    })
  })
  wakeOutbox()
  return result
}

/** While one of them is invalid, none is saved, and the page says why. */
function changesGuarded(changes: readonly SettingChange[], before: EditableSettings): boolean {
  const parsed = changes.map(({ name, value }) =>
    value === undefined
      ? { name, success: true, data: before[name].standard }
      : { name, ...SETTINGS[name].schema.safeParse(value) },
  )
  return (
    parsed.every(({ success }) => success) &&
    parsed.some(
      ({ name, data }) => isGuarded(name) && JSON.stringify(data) !== JSON.stringify(before[name].value),
    )
  )
}
