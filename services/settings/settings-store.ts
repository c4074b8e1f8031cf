/** The table `settings`: one row for each setting that differs from its default. */
import type { Reader } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import { isSettingName, SETTINGS, type SettingName } from './definitions.ts'
import { type Defaults, type SetValues, type SiteSettings, settingsWith } from './settings.ts'

interface SettingRow {
  name: SettingName
  /** The value as JSON. */
  value: string
  /** The person who changed it last. */
  person: string
  updatedAt: Time
}

export interface Overrides {
  values: SetValues
  rows: ReadonlyMap<SettingName, SettingRow>
  /** A sentence for each row that this release cannot use; its default applies. */
  faults: readonly string[]
}

/** Reads the stored values. An invalid row is left out and never throws. */
export async function readSettings(reader: Reader): Promise<Overrides> {
  const stored = await reader
    .selectFrom('settings')
    .select(['name', 'value', 'person', 'updatedAt'])
    .orderBy('name')
    .execute()
  const values: Record<string, unknown> = {}
  const rows = new Map<SettingName, SettingRow>()
  const faults: string[] = []
  for (const { name, ...row } of stored) {
    if (!isSettingName(name)) {
      faults.push(`This release has no setting “${name}”`)
      continue
    }
    rows.set(name, { name, ...row })
    const parsed = parseStored(name, row.value)
    if (parsed.ok) values[name] = parsed.value
    else
      faults.push(
        `The setting “${SETTINGS[name].label}” cannot be read, so its default is used: ${parsed.fault}`,
      )
  }
  return { values: values as SetValues, rows, faults }
}

/** For commands: the settings of their backend. */
export async function readSiteSettings(reader: Reader, defaults: Defaults): Promise<SiteSettings> {
  return settingsWith(defaults, (await readSettings(reader)).values)
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
