/** The table `settings`: one row for each setting that differs from its default. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import { isSettingName, SETTINGS, type SettingName } from './definitions.ts'
import { type Defaults, type SetValues, type SiteSettings, settingsWith } from './settings.ts'

interface SettingRow {
  name: SettingName
  /** The value as JSON. */
  value: string
  /** The person who changed it last. */
  person: string
  updatedAt: string
}

export interface Overrides {
  values: SetValues
  rows: ReadonlyMap<SettingName, SettingRow>
  /** A sentence for each row that this release cannot use; its default applies. */
  faults: readonly string[]
}

/** Reads the stored values. An invalid row is left out and never throws. */
export async function readSettings(client: BackendClient): Promise<Overrides> {
  const stored = requireRows(
    await client.from('settings').select('name,value,person,updated_at').order('name'),
  )
  const values: Record<string, unknown> = {}
  const rows = new Map<SettingName, SettingRow>()
  const faults: string[] = []
  // Else a backend that answers with other rows would bring back the defaults, recipients included.
  if (!stored.every(({ name, value }) => typeof name === 'string' && typeof value === 'string'))
    throw new DataError({ message: 'The backend did not answer with rows of settings' }, 200)
  for (const { name, value, person, updated_at } of stored) {
    const key = String(name)
    if (!isSettingName(key)) {
      faults.push(`This release has no setting “${key}”`)
      continue
    }
    rows.set(key, { name: key, value: String(value), person: String(person), updatedAt: String(updated_at) })
    const parsed = parseStored(key, String(value))
    if (parsed.ok) values[key] = parsed.value
    else
      faults.push(
        `The setting “${SETTINGS[key].label}” cannot be read, so its default is used: ${parsed.fault}`,
      )
  }
  return { values: values as SetValues, rows, faults }
}

/** For commands: the settings of their backend. */
export async function readSiteSettings(client: BackendClient, defaults: Defaults): Promise<SiteSettings> {
  return settingsWith(defaults, (await readSettings(client)).values)
}

export function parseStored(
  name: SettingName,
  value: string,
): { ok: true; value: unknown } | { ok: false; fault: string } {
  try {
    const result = SETTINGS[name].schema.safeParse(JSON.parse(value))
    if (result.success) return { ok: true, value: result.data }
    return { ok: false, fault: result.error.issues[0]?.message ?? 'it is not as expected' }
  } catch {
    return { ok: false, fault: 'it is not JSON' }
  }
}
