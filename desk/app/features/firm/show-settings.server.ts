/** Prepares the settings for the page. */
import type { EditableSetting, EditableSettings } from '#services/settings/change-settings.ts'
import {
  describeValue,
  type PublicPage,
  SETTING_NAMES,
  SETTINGS,
  type SettingField,
  type SettingName,
} from '#services/settings/definitions.ts'
import { fullMoment } from '../../ui/dates.ts'
import type { Typed } from './own-inputs.ts'
import { inputsOf } from './setting-inputs.server.ts'

export interface ShownSetting extends Pick<EditableSetting, 'name' | 'seen' | 'isDefault'> {
  label: string
  changes: string
  field: SettingField
  /** Some public pages that show it. */
  pages: readonly PublicPage[]
  /** Formatted. */
  text: string
  /** The values of its inputs. */
  typed: Typed
  /** Formatted. */
  standard: string
  /** 'Ann Barker, 3 Nov 2026, 14:05'; null for a default. */
  changed: string | null
}

/** In the order of the page. */
export type ShownSettings = Partial<Record<SettingName, ShownSetting>>

export function showSettings(settings: EditableSettings, isOwner: boolean): ShownSettings {
  const shown = SETTING_NAMES.flatMap((name) => {
    const { field, isPrivate } = SETTINGS[name]
    return field && (isOwner || !isPrivate) ? [[name, showSetting(settings[name], field)]] : []
  })
  return Object.fromEntries(shown)
}

function showSetting(setting: EditableSetting, field: SettingField): ShownSetting {
  const { name, value, standard, seen, isDefault, person, changedAt } = setting
  const { label, changes, shownOn = [] } = SETTINGS[name]
  return {
    ...{ field, pages: shownOn },
    ...{ name, label, changes, seen, isDefault },
    text: describeValue(name, value),
    standard: describeValue(name, standard),
    typed: inputsOf(name).write(value),
    changed: person && changedAt ? `${person}, ${fullMoment(changedAt)}` : null,
  }
}
