import type { BackendClient } from '../../app/shared/backend/client.ts'
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

export interface LiveSettings {
  current(): SiteSettings
  /** Grows with every change, so that what was made of older settings can be told. */
  revision(): number
  /** Before a page is rendered: reads the settings again if the data of an embedded backend have changed. Never throws. */
  follow(): Promise<void>
  /** Reads them again; the last known ones stay while the backend is away. Never throws. */
  refresh(): Promise<void>
  /** For the desk: all of them, with who set them. @throws DataError */
  read(): Promise<EditableSettings>
  /** `changeSettings`, and this server follows at once. @throws SettingsRefused or DataError */
  change(changes: readonly SettingChange[], actor: Actor): Promise<ChangeResult>
  stop(): void
}

/** What works in the background needs: it follows before it begins. */
export type FollowedSettings = Pick<LiveSettings, 'current' | 'follow'>

const NO_SERVICE_KEY = 'The settings cannot be changed without BACKEND_SERVICE_KEY'

interface LiveSettingsOptions {
  /** With the service key. Null without one: then the defaults stand. */
  client: BackendClient | null
  defaults: Defaults
  log: Pick<Log, 'error'>
  /** Of an embedded backend: changes with the data, and null while they cannot be read. */
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
    for (const fault of faults)
      if (!loggedFaults.has(fault)) log.error('A setting of the firm is not used', fault)
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
