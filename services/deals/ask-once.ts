import { ChangeRefusal } from '../changes/refusal.ts'

/**
 * What a person has to confirm before a step is taken: the form comes back with these sentences and a box to tick, whose value
 * they are, so that a question that has changed is asked again.
 * @param sentences null or false for each that does not apply
 * @throws ChangeRefusal with the field `confirmed`
 */
export function askOnce(confirmed: string | null, sentences: readonly (string | false | null)[]): void {
  const asked = sentences.filter(Boolean).join(' ')
  if (asked !== '' && asked !== confirmed) throw new ChangeRefusal(asked, { confirmed: asked })
}
