/** Converts between form inputs and the settings that have inputs of their own. The schema validates the values. */

import type { OwnSettingName, SettingValues } from '#services/settings/definitions.ts'
import { capitalised } from '#shared/text/capitalised.ts'

/** Input values by name; several values for checkboxes with the same name. */
export type Typed = Readonly<Record<string, readonly string[]>>

export interface Inputs<Value> {
  /** The names of the inputs. */
  names: readonly string[]
  write(value: Value): Typed
  read(typed: Typed): unknown
  /** The input to which a fault belongs. */
  inputOf(path: readonly (string | number)[], typed: Typed): string
}

export const MAX_CLAIMS = 4

export const typedText = (typed: Typed, name: string): string => typed[name]?.[0] ?? ''

/** The fields of an object that is null if all of them are empty. */
const fields = <Key extends string>(
  prefix: string,
  keys: readonly Key[],
): Inputs<Record<Key, string> | null> => {
  const nameOf = (key: string) => prefix + capitalised(key)
  return {
    names: keys.map(nameOf),
    write: (value) => Object.fromEntries(keys.map((key) => [nameOf(key), [value?.[key] ?? '']])),
    read: (typed) => {
      const given = keys.map((key) => [key, typedText(typed, nameOf(key)).trim()] as const)
      return given.every(([, value]) => value === '') ? null : Object.fromEntries(given)
    },
    inputOf: ([key]) => nameOf(String(key ?? keys[0])),
  }
}

/** '7', '7.5%' and '7,5' give 0.07 and 0.075; null if it is not a rate. */
export function parsePercent(given: string): number | null {
  const [, digits] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(given.trim()) ?? []
  return digits === undefined ? null : Number((Number(digits.replace(',', '.')) / 100).toFixed(4))
}

const premiumTexts = fields('premium', ['rate', 'source', 'checked'])

const CLAIM_NAMES = Array.from({ length: MAX_CLAIMS }, (_, index) => ({
  figure: `claimFigure${index + 1}`,
  text: `claimText${index + 1}`,
}))

const claimRows = (typed: Typed) =>
  CLAIM_NAMES.map((names) => ({
    names,
    figure: typedText(typed, names.figure).trim(),
    text: typedText(typed, names.text).trim(),
  })).filter((row) => row.figure !== '' || row.text !== '')

export const OWN_INPUTS: { [Name in OwnSettingName]: Inputs<SettingValues[Name]> } = {
  claims: {
    names: CLAIM_NAMES.flatMap(({ figure, text }) => [figure, text]),
    write: (claims) =>
      Object.fromEntries(
        CLAIM_NAMES.flatMap((names, index) => [
          [names.figure, [claims[index]?.figure ?? '']],
          [names.text, [claims[index]?.text ?? '']],
        ]),
      ),
    read: (typed) => claimRows(typed).map(({ figure, text }) => ({ figure, text })),
    inputOf: ([row, key], typed) =>
      (claimRows(typed)[Number(row)]?.names ?? CLAIM_NAMES[0])?.[key === 'text' ? 'text' : 'figure'] ?? '',
  },
  telephone: fields('telephone', ['number', 'hours']),
  social: fields('social', ['label', 'url']),
  reviews: fields('reviews', ['label', 'url']),
  dvlaPremium: {
    ...premiumTexts,
    write: (premium) =>
      premiumTexts.write(premium && { ...premium, rate: String(Number((premium.rate * 100).toFixed(2))) }),
    read: (typed) => {
      const given = premiumTexts.read(typed) as Record<string, string> | null
      return given && { ...given, rate: parsePercent(given.rate ?? '') ?? undefined }
    },
  },
  acknowledgements: {
    names: ['acknowledgements'],
    write: (kinds) => ({ acknowledgements: [...kinds] }),
    read: (typed) => typed.acknowledgements ?? [],
    inputOf: () => 'acknowledgements',
  },
}
