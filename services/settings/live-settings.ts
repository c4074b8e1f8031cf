import type { Database } from '#data/tables.ts'
import type { Actor } from '../audit/actor.ts'
import { createLiveReader, type LiveReader, type LiveReaderOptions } from '../live-reader.ts'
import {
  type ChangeResult,
  changeSettings,
  type EditableSettings,
  type NotifyOfSettings,
  readEditableSettings,
  type SettingChange,
} from './change-settings.ts'
import { type Defaults, type SiteSettings, settingsWith } from './settings.ts'
import { readSettings } from './settings-store.ts'

const SETTING_NOT_USED = 'A setting of the firm is not used'

/** While the backend is unavailable, the last known settings stay. */
export interface LiveSettings extends LiveReader {
  current(): SiteSettings
  /** Increases with every change, so that data derived from older settings can be detected. */
  revision(): number
  /** All settings with the people who changed them, for the desk. */
  read(): Promise<EditableSettings>
  /** Calls `changeSettings` and updates this server at once. @throws SettingsRefused */
  change(changes: readonly SettingChange[], actor: Actor, notify?: NotifyOfSettings): Promise<ChangeResult>
}

/** For background work: refresh before you begin. */
export type FollowedSettings = Pick<LiveSettings, 'current' | 'follow'>

/** The settings for work outside a page, which nobody has refreshed before. */
export async function readLatestSettings(settings: FollowedSettings): Promise<SiteSettings> {
  await settings.follow()
  return settings.current()
}

interface LiveSettingsOptions extends Omit<LiveReaderOptions, 'read' | 'failure'> {
  database: Database
  defaults: Defaults
}

/** Reads nothing before the first `refresh`. */
export function createLiveSettings({ database, defaults, ...options }: LiveSettingsOptions): LiveSettings {
  let current = settingsWith(defaults, {})
  let known = JSON.stringify(current)
  let revision = 0
  let loggedFaults = new Set<string>()

  async function read(): Promise<void> {
    const { values, faults } = await readSettings(database)
    for (const fault of faults) if (!loggedFaults.has(fault)) options.log.error(SETTING_NOT_USED, fault)
    loggedFaults = new Set(faults)
    const next = settingsWith(defaults, values)
    const text = JSON.stringify(next)
    if (text === known) return
    current = next
    known = text
    revision += 1
  }

  const reader = createLiveReader({
    ...options,
    read,
    failure: 'The firm’s settings cannot be read: the last known ones are used',
  })

  return {
    ...reader,
    current: () => current,
    revision: () => revision,
    read: () => readEditableSettings(database, defaults),
    async change(changes, actor, notify) {
      try {
        return await changeSettings(database, defaults, changes, actor, notify)
      } finally {
        await reader.refresh()
      }
    },
  }
}
