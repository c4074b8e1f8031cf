/** Prepares the settings for the page. */
import type { EditableSetting, EditableSettings } from '#services/settings/change-settings.ts'
import {
  describeValue,
  SETTING_NAMES,
  SETTINGS,
  type SettingField,
  type SettingName,
} from '#services/settings/definitions.ts'
import { fullMoment } from '../../ui/dates.ts'
import { inputsOf } from './setting-inputs.server.ts'

export type ShownSetting = ReturnType<typeof showSetting>

/** In the order of the page. */
export type ShownSettings = Partial<Record<SettingName, ShownSetting>>

export function showSettings(settings: EditableSettings, isOwner: boolean): ShownSettings {
  const shown = SETTING_NAMES.flatMap((name) => {
    const { field, isPrivate } = SETTINGS[name]
    return field && (isOwner || !isPrivate) ? [[name, showSetting(settings[name], field)]] : []
  })
  return Object.fromEntries(shown)
}

function showSetting(setting: EditableSetting, field: SettingField) {
  const { name, value, standard, seen, isDefault, person, changedAt } = setting
  const { label, changes, shownOn = [] } = SETTINGS[name]
  return {
    ...{ name, label, changes, field, seen, isDefault },
    /** Some public pages that show it. */
    pages: shownOn,
    text: describeValue(name, value),
    standard: describeValue(name, standard),
    /** The values of its inputs. */
    typed: inputsOf(name).write(value),
    /** 'Ann Barker, 3 Nov 2026, 14:05'; null for a default. */
    changed: person && changedAt ? `${person}, ${fullMoment(changedAt)}` : null,
  }
}
