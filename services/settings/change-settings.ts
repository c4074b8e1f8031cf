import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Database, Reader, Tables, Transaction } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import {
  describeDifference,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValues,
} from './definitions.ts'
import { type Defaults, type SetValues, valuesWith } from './settings.ts'
import { type Overrides, readSettings } from './settings-store.ts'

/** A setting as the desk edits it. */
export interface EditableSetting<Name extends SettingName = SettingName> {
  name: Name
  value: SettingValues[Name]
  /** The default, which may equal the value. */
  standard: SettingValues[Name]
  /** For a hidden field, so that saving notices concurrent changes. */
  seen: string
  isDefault: boolean
  /** Null for a default. */
  person: string | null
  changedAt: string | null
}

export type EditableSettings = { [Name in SettingName]: EditableSetting<Name> }

export interface SettingChange {
  name: SettingName
  /** As entered; validated here. Undefined restores the default. */
  value?: unknown
  /** `EditableSetting.seen` from when the person began. */
  seen: string
}

interface SettingFault {
  name: SettingName
  /** The path within the value: ['hours'], or [2, 'figure'] of a list. Empty for the whole value. */
  path: (string | number)[]
  message: string
}

/** Nothing was saved. */
export class SettingsRefused extends Error {
  override name = 'SettingsRefused'
  readonly faults: readonly SettingFault[]

  constructor(faults: readonly SettingFault[]) {
    super(faults.map(({ name, message }) => `${SETTINGS[name].label}: ${message}`).join(' '))
    this.faults = faults
  }
}

interface SettingConflict {
  name: SettingName
  /** The current value. */
  value: unknown
  seen: string
  /** Who changed it; null if the default was restored. */
  person: string | null
}

export interface ChangeResult {
  saved: SettingName[]
  /** Not saved, because someone else changed them since the person began. Other settings were saved. */
  conflicts: SettingConflict[]
}

/** All settings as the desk edits them. */
export async function readEditableSettings(reader: Reader, defaults: Defaults): Promise<EditableSettings> {
  return toEditable(defaults, await readSettings(reader))
}

function toEditable(defaults: Defaults, { values, rows }: Overrides): EditableSettings {
  const all = valuesWith(defaults, values)
  const settings = SETTING_NAMES.map((name): EditableSetting => {
    const row = rows.get(name)
    const isDefault = values[name] === undefined
    return {
      name,
      value: all[name],
      standard: standardOf(name, defaults, values),
      seen: digest(all[name]),
      isDefault,
      person: (!isDefault && row?.person) || null,
      changedAt: (!isDefault && row?.updatedAt) || null,
    }
  })
  return Object.fromEntries(settings.map((setting) => [setting.name, setting])) as unknown as EditableSettings
}

/** The default may depend on other settings. */
function standardOf(name: SettingName, defaults: Defaults, set: SetValues) {
  const others = Object.entries(set).filter(([other]) => other !== name)
  return valuesWith(defaults, Object.fromEntries(others))[name]
}

/** What was saved, and all settings before and after it. */
interface SavedSettings {
  saved: readonly SettingName[]
  before: EditableSettings
  after: EditableSettings
}

/** Adds the mails that warn of a change to its transaction. */
export type NotifyOfSettings = (transaction: Transaction, saved: SavedSettings) => Promise<void>

/**
 * Saves the values that differ from what the person saw. Two people may change different settings at once; for the same
 * setting the first save wins and the second is reported as a conflict. Each change is in the audit trail.
 * @param notify is called if something was saved
 * @throws SettingsRefused with every fault, saving nothing
 */
export async function changeSettings(
  database: Database,
  defaults: Defaults,
  changes: readonly SettingChange[],
  actor: Actor,
  notify?: NotifyOfSettings,
): Promise<ChangeResult> {
  const wanted = parseChanges(changes)
  return action(database, 'change settings', (transaction) =>
    writeChanges(transaction, defaults, wanted, actor, notify),
  )
}

async function writeChanges(
  transaction: Transaction,
  defaults: Defaults,
  wanted: readonly Wanted[],
  actor: Actor,
  notify: NotifyOfSettings | undefined,
): Promise<ChangeResult> {
  const overrides = await readSettings(transaction)
  const before = toEditable(defaults, overrides)
  const saved: SettingName[] = []
  const clashing: SettingName[] = []
  for (const { name, value, seen, isReset } of wanted) {
    const now = before[name]
    const row = overrides.rows.get(name)
    const isUnchanged = isReset
      ? row === undefined
      : [now.seen, seen].includes(digest(value)) && (row === undefined || !now.isDefault)
    if (isUnchanged) continue
    const isWritten =
      now.seen === seen &&
      (await writeSetting(transaction, {
        name,
        value,
        isReset,
        replaces: row?.updatedAt ?? null,
        person: actor.person,
      }))
    if (!isWritten) {
      clashing.push(name)
      continue
    }
    saved.push(name)
    const difference = describeDifference(name, now.value, isReset ? undefined : value)
    await noteChange(transaction, actor, 'settings', `${SETTINGS[name].label}: ${difference}`)
  }
  const after = await readEditableSettings(transaction, defaults)
  if (saved.length > 0) await notify?.(transaction, { saved, before, after })
  const conflicts = clashing.map((name) => {
    const { value, seen, person } = after[name]
    return { name, value, seen, person }
  })
  return { saved, conflicts }
}

interface Wanted {
  name: SettingName
  value: unknown
  seen: string
  isReset: boolean
}

function parseChanges(changes: readonly SettingChange[]): Wanted[] {
  const faults: SettingFault[] = []
  const wanted = changes.map(({ name, value, seen }): Wanted => {
    if (value === undefined) return { name, value, seen, isReset: true }
    const result = SETTINGS[name].schema.safeParse(value)
    if (!result.success)
      for (const { path, message } of result.error.issues)
        faults.push({ name, path: path.filter((key) => typeof key !== 'symbol'), message })
    return { name, value: result.data, seen, isReset: false }
  })
  if (faults.length > 0) throw new SettingsRefused(faults)
  return wanted
}

interface Write extends Omit<Wanted, 'seen'> {
  /** The timestamp of the row that it replaces; null if there is none. */
  replaces: Time | null
  person: string
}

/** @returns whether the row was still as read */
async function writeSetting(
  transaction: Transaction,
  { name, value, isReset, replaces, person }: Write,
): Promise<boolean> {
  const row = { value: JSON.stringify(value), person }
  if (replaces === null && isReset) return true
  if (replaces === null) {
    const insertion = transaction.insertInto('settings').values({ name, ...row })
    const isNew = insertion.onConflict((same) => same.column('name').doNothing()).returning('name')
    return (await isNew.execute()).length === 1
  }
  const asRead = (is: ExpressionBuilder<Tables, 'settings'>) => is.and({ name, updatedAt: replaces })
  const written = isReset
    ? transaction.deleteFrom('settings').where(asRead).returning('name')
    : transaction.updateTable('settings').set(row).where(asRead).returning('name')
  return (await written.execute()).length === 1
}

const digest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
