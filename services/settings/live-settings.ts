import type { BackendClient } from '#shared/data/client.ts'
import type { Actor } from '../audit/actor.ts'
import { createLiveReader } from '../live-reader.ts'
import type { Log } from '../log.ts'
import {
  type ChangeResult,
  changeSettings,
  type EditableSettings,
  readEditableSettings,
  type SettingChange,
} from './change-settings.ts'
import { type Defaults, type SiteSettings, settingsWith } from './settings.ts'
import { readSettings } from './settings-store.ts'

export const SETTING_NOT_USED = 'A setting of the firm is not used'

export interface LiveSettings {
  current(): SiteSettings
  /** Increases with every change, so that data derived from older settings can be detected. */
  revision(): number
  /**
   * Called before a page is rendered: reads the settings again if the data of an embedded backend have changed. Never
   * throws.
   */
  follow(): Promise<void>
  /** Reads the settings again; while the backend is unavailable, the last known ones stay. Never throws. */
  refresh(): Promise<void>
  /** All settings with the people who changed them, for the desk. */
  read(): Promise<EditableSettings>
  /** Calls `changeSettings` and updates this server at once. @throws SettingsRefused */
  change(changes: readonly SettingChange[], actor: Actor): Promise<ChangeResult>
  stop(): void
}

/** For background work: refresh before you begin. */
export type FollowedSettings = Pick<LiveSettings, 'current' | 'follow'>

/** The settings for work outside a page, which nobody has refreshed before. */
export async function readLatestSettings(settings: FollowedSettings): Promise<SiteSettings> {
  await settings.follow()
  return settings.current()
}

const NO_SERVICE_KEY = 'The settings cannot be changed without BACKEND_SERVICE_KEY'

interface LiveSettingsOptions {
  /** A client with the service key. With null, the defaults apply. */
  client: BackendClient | null
  defaults: Defaults
  log: Pick<Log, 'error'>
  /** The data version of an embedded backend; null while it cannot be read. */
  dataVersion?: (() => string | null) | undefined
  everyMs?: number
}

/** Reads nothing before the first `refresh`. */
export function createLiveSettings({
  client,
  defaults,
  log,
  dataVersion,
  everyMs,
}: LiveSettingsOptions): LiveSettings {
  let current = settingsWith(defaults, {})
  let known = JSON.stringify(current)
  let revision = 0
  let loggedFaults = new Set<string>()

  async function read(): Promise<void> {
    if (!client) return
    const { values, faults } = await readSettings(client)
    for (const fault of faults) if (!loggedFaults.has(fault)) log.error(SETTING_NOT_USED, fault)
    loggedFaults = new Set(faults)
    const next = settingsWith(defaults, values)
    const text = JSON.stringify(next)
    if (text === known) return
    current = next
    known = text
    revision += 1
  }

  const reader = createLiveReader({
    read,
    log,
    failure: 'The firm’s settings cannot be read: the last known ones are used',
    dataVersion,
    ...(everyMs !== undefined && { everyMs }),
  })

  return {
    current: () => current,
    revision: () => revision,
    follow: reader.follow,
    refresh: reader.refresh,
    stop: reader.stop,
    async read() {
      if (!client) throw new Error(NO_SERVICE_KEY)
      return readEditableSettings(client, defaults)
    },
    async change(changes, actor) {
      if (!client) throw new Error(NO_SERVICE_KEY)
      try {
        return await changeSettings(client, defaults, changes, actor)
      } finally {
        await reader.refresh()
      }
    },
  }
}
