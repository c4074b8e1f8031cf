/** Prepares the settings of a group for its page. */
import type { EditableSetting, EditableSettings } from '#services/settings/change-settings.ts'
import { describeValue, SETTING_NAMES, SETTINGS } from '#services/settings/definitions.ts'
import type { SettingGroup } from '#services/settings/groups.ts'
import { fullMoment } from '../../ui/dates.ts'
import { inputsOf } from './setting-inputs.server.ts'

export type ShownSetting = ReturnType<typeof showSetting>

/** In the order of the page. */
export const showSettings = (
  settings: EditableSettings,
  group: SettingGroup,
  isOwner: boolean,
): ShownSetting[] =>
  namesIn(group)
    .filter((name) => isOwner || !SETTINGS[name].isForOwners)
    .map((name) => showSetting(settings[name]))

export const namesIn = (group: SettingGroup) =>
  SETTING_NAMES.filter((name) => SETTINGS[name].field?.group === group)

function showSetting(setting: EditableSetting) {
  const { name, value, standard, seen, isDefault, person, changedAt } = setting
  const { label, changes, shownOn = [], field } = SETTINGS[name]
  return {
    name,
    label,
    changes,
    seen,
    isDefault,
    /** Some public pages that show it. */
    pages: shownOn,
    text: describeValue(name, value),
    standard: describeValue(name, standard),
    fields: inputsOf(name).fieldsWith(value),
    /** Several inputs share the label. */
    isGroup: field !== null && ('parts' in field || 'options' in field),
    /** 'Ann Barker, 3 Nov 2026, 14:05'; null for a default. */
    changed: person && changedAt ? `${person}, ${fullMoment(changedAt)}` : null,
  }
}
