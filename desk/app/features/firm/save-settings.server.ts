/** Handles the form of the settings. */
import { data, type RouterContextProvider } from 'react-router'
import { readRetention } from '#services/retention/retention.ts'
import { type SettingChange, SettingsRefused } from '#services/settings/change-settings.ts'
import { describeValue, SETTINGS, type SettingName } from '#services/settings/definitions.ts'
import type { SettingGroup } from '#services/settings/groups.ts'
import { PRICE_WORDINGS } from '#services/settings/vat-wording.ts'
import { plural } from '#shared/text/format.ts'
import { type DeskContext, deskContext } from '../../context.ts'
import type { Answer, Typed } from '../../ui/form-answer.ts'
import { ownEntry } from '../../ui/own-entry.ts'
import { textOf } from '../../ui/text-of.ts'
import { saveGuarded } from './save-guarded.server.ts'
import { inputsOf, typedIn } from './setting-inputs.server.ts'
import { namesIn } from './show-settings.server.ts'

/** Has what was typed of the inputs that are not saved; the others show what is. */
export interface SaveAnswer extends Answer {
  /** Labels of the saved settings; empty if nothing changed. Null if the intent was not to save. */
  saved: string[] | null
  savedInMs: number
  /** Settings that someone else has changed in the meantime. */
  conflicts: string[]
  /** A shorter retention, which is not saved until it is confirmed. */
  confirm: { months: number; words: string } | null
  /** Nothing was saved: customers go by these settings, and the last second factor is too old. */
  needsSecondFactor: boolean
}

export async function saveSettings(
  group: SettingGroup,
  form: FormData,
  context: Readonly<RouterContextProvider>,
) {
  const desk = context.get(deskContext)
  const names = namesIn(group)
  const typed = typedIn(form, names)
  const answer: SaveAnswer = {
    typed,
    isPartial: true,
    fields: {},
    saved: null,
    savedInMs: 0,
    conflicts: [],
    confirm: null,
    needsSecondFactor: false,
  }
  const wording = ownEntry(PRICE_WORDINGS, textOf(form, 'vat'))
  if (form.has('take') && wording) {
    const words = { pricesNote: [wording.note], pricesStatement: [wording.statement] }
    return data({ ...answer, typed: { ...typed, ...words } })
  }
  const reset = names.find((name) => name === form.get('reset'))
  const changes = reset
    ? [{ name: reset, value: undefined, seen: textOf(form, `seen ${reset}`) }]
    : changesIn(form, names, typed)
  const confirm = await askBeforeErasing(changes, form, desk)
  if (confirm) return data({ ...answer, confirm }, { status: 400 })
  const started = performance.now()
  try {
    const result = await saveGuarded(context, changes)
    if (!result) return data({ ...answer, needsSecondFactor: true }, { status: 403 })
    const { saved, conflicts } = result
    return data<SaveAnswer>(
      {
        ...answer,
        saved: saved.map((name) => SETTINGS[name].label),
        savedInMs: Math.max(1, Math.round(performance.now() - started)),
        typed: unsaved(typed, names, { reset, conflicts: conflicts.map(({ name }) => name) }),
        conflicts: conflicts.map(
          ({ name, value, person }) =>
            `${person ?? 'Someone'} has changed “${SETTINGS[name].label}” since you opened this page. It is now: ${describeValue(name, value)}. What you typed is still here: save again to replace it.`,
        ),
      },
      { status: conflicts.length > 0 ? 409 : 200 },
    )
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error
    const faults = error.faults.map(({ name, path, message }) => [
      inputsOf(name).inputOf(path, typed),
      message,
    ])
    // Only the first fault of an input.
    return data({ ...answer, fields: Object.fromEntries(faults.reverse()) }, { status: 400 })
  }
}

function changesIn(form: FormData, names: readonly SettingName[], typed: Typed): SettingChange[] {
  return names.map((name) => ({
    name,
    value: inputsOf(name).read(typed),
    seen: textOf(form, `seen ${name}`),
  }))
}

interface Outcome {
  reset: SettingName | undefined
  conflicts: readonly SettingName[]
}

/** After saving, inputs of unsaved settings keep their entered values; after restoring a default, all others do. */
function unsaved(typed: Typed, names: readonly SettingName[], { reset, conflicts }: Outcome): Typed {
  const kept = reset ? names.filter((name) => name !== reset) : conflicts
  const inputs = kept.flatMap((name) => inputsOf(name).names)
  return Object.fromEntries(inputs.map((input) => [input, typed[input] ?? []]))
}

/** A shorter retention permanently erases enquiries, so the person must confirm their number. */
async function askBeforeErasing(
  changes: readonly SettingChange[],
  form: FormData,
  desk: DeskContext,
): Promise<SaveAnswer['confirm']> {
  const change = changes.find(({ name }) => name === 'retentionMonths')
  if (!change) return null
  const { value, standard } = (await desk.settings.read()).retentionMonths
  const months = change.value ?? standard
  if (typeof months !== 'number' || months < 1 || months >= value) return null
  if (form.get('sureOf') === String(months)) return null
  const { database, dataDir } = desk
  const { enquiries, files } = await readRetention({ database, dataDir, months, now: new Date() })
  const words =
    enquiries + files === 0
      ? `No enquiries are older than ${plural(months, 'month')} yet. From now on they are erased at that age.`
      : `${plural(enquiries, 'enquiry is', 'enquiries are')} older than ${plural(months, 'month')}${files > 0 ? `, and so ${files === 1 ? 'is' : 'are'} ${plural(files, 'e-mail file')}` : ''}. They are permanently erased within six hours of saving, with their notes and replies. Only a backup can then bring them back.`
  return { months, words }
}
