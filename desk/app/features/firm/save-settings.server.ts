/** Handles the form of the settings. */
import { data, type RouterContextProvider } from 'react-router'
import { readRetention } from '#services/retention/retention.ts'
import { type SettingChange, SettingsRefused } from '#services/settings/change-settings.ts'
import { describeValue, SETTINGS, type SettingName } from '#services/settings/definitions.ts'
import type { SettingGroup } from '#services/settings/groups.ts'
import { PRICE_WORDINGS } from '#services/settings/vat-wording.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { type DeskContext, deskContext } from '../../context.ts'
import { typedOf } from '../../ui/form-answer.server.ts'
import type { Answer, Typed } from '../../ui/form-answer.ts'
import { ownEntry } from '../../ui/own-entry.ts'
import { textOf } from '../../ui/text-of.ts'
import { saveGuarded } from './save-guarded.server.ts'
import { inputAt, inputsOf } from './setting-inputs.server.ts'
import { namesIn } from './show-settings.server.ts'

/** Has what was typed of the inputs that are not saved; the others show what is. */
export interface SaveAnswer extends Answer {
  isPartial: true
  /** What was saved, if nobody else has changed anything in the meantime. */
  done?: string
  /** Settings that someone else has changed in the meantime. */
  conflicts?: string[]
  confirm?: Confirm
  /** Nothing was saved: customers go by these settings, and the last second factor is too old. */
  needsSecondFactor?: true
}

/** A shorter retention, which is not saved until it is confirmed. */
export interface Confirm {
  months: number
  words: string
}

export async function saveSettings(
  group: SettingGroup,
  form: FormData,
  context: Readonly<RouterContextProvider>,
) {
  const names = namesIn(group)
  const inputs = names.flatMap((name) => inputsOf(name).names)
  // Boxes of which none is ticked send nothing.
  const typed: Typed = { ...Object.fromEntries(inputs.map((input) => [input, []])), ...typedOf(form) }
  const answer = (status: number, more: Partial<SaveAnswer>) =>
    data<SaveAnswer>({ typed, isPartial: true, fields: {}, ...more }, status)
  const wording = ownEntry(PRICE_WORDINGS, textOf(form, 'vat'))
  if (form.has('take') && wording) {
    const words = { pricesNote: [wording.note], pricesStatement: [wording.statement] }
    return answer(200, { typed: { ...typed, ...words } })
  }
  const reset = names.find((name) => name === form.get('reset'))
  const changes = (reset ? [reset] : names).map((name) => ({
    name,
    value: reset ? undefined : inputsOf(name).read(typed),
    seen: textOf(form, `seen ${name}`),
  }))
  const confirm = await askBeforeErasing(changes, form, context.get(deskContext))
  if (confirm) return answer(400, { confirm })
  const started = performance.now()
  try {
    const result = await saveGuarded(context, changes)
    if (!result) return answer(403, { needsSecondFactor: true })
    const { saved, conflicts } = result
    const ms = Math.max(1, Math.round(performance.now() - started))
    const open = reset ? names.filter((name) => name !== reset) : conflicts.map(({ name }) => name)
    return answer(conflicts.length > 0 ? 409 : 200, {
      typed: typedOfSettings(typed, open),
      ...(conflicts.length === 0 && { done: describeSaved(saved, ms) }),
      conflicts: conflicts.map(
        ({ name, value, person }) =>
          `${person ?? 'Someone'} has changed “${SETTINGS[name].label}” since you opened this page. It is now: ${describeValue(name, value)}. What you typed is still here: save again to replace it.`,
      ),
    })
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error
    const faults = error.faults.map(({ name, path, message }) => [inputAt(name, path), message])
    // Only the first fault of an input.
    return answer(400, { fields: Object.fromEntries(faults.reverse()) })
  }
}

const describeSaved = (saved: readonly SettingName[], ms: number) =>
  saved.length === 0
    ? 'There was nothing to change.'
    : `Saved: ${formatList(saved.map((name) => SETTINGS[name].label))}. Live on this server after ${ms} ms, on all others within a minute.`

const typedOfSettings = (typed: Typed, names: readonly SettingName[]): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([input]) => names.some((name) => `${input}.`.startsWith(`${name}.`))),
  )

/** A shorter retention permanently erases enquiries, so the person must confirm their number. */
async function askBeforeErasing(
  changes: readonly SettingChange[],
  form: FormData,
  desk: DeskContext,
): Promise<Confirm | null> {
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
