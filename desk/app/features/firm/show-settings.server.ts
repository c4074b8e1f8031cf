/** Prepares the settings for the page. */
import type { EditableSetting, EditableSettings } from '#services/settings/change-settings.ts'
import { describeValue, type SettingName } from '#services/settings/definitions.ts'
import { fullMoment } from '../../ui/dates.ts'
import { GROUPS, PRIVATE_SETTINGS } from './groups.ts'
import { inputsOf, isFormSetting, type Typed } from './setting-inputs.ts'

export interface ShownSetting {
  name: SettingName
  label: string
  changes: string
  /** Formatted. */
  text: string
  /** The values of its inputs. */
  typed: Typed
  seen: string
  isDefault: boolean
  /** Formatted. */
  standard: string
  /** 'Ann Barker, 3 Nov 2026, 14:05'; null for a default. */
  changed: string | null
}

export type ShownSettings = Partial<Record<SettingName, ShownSetting>>

export function showSettings(settings: EditableSettings, isOwner: boolean): ShownSettings {
  const names = GROUPS.flatMap((group) => group.names).filter(
    (name) => isOwner || !PRIVATE_SETTINGS.includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, showSetting(settings[name])]))
}

function showSetting(setting: EditableSetting): ShownSetting {
  const { name, label, changes, value, standard, seen, isDefault, person, changedAt } = setting
  return {
    ...{ name, label, changes, seen, isDefault },
    text: describeValue(name, value),
    standard: describeValue(name, standard),
    typed: isFormSetting(name) ? inputsOf(name).write(value) : {},
    changed: person && changedAt ? `${person}, ${fullMoment(changedAt)}` : null,
  }
}
