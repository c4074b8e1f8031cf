import { createContext, type RefObject, useContext, useEffect } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** The values of a form by name. Ticks with the same name have several. */
export type Typed = Readonly<Record<string, readonly string[]>>

/** What a form was answered with that was not carried out. */
export interface Answer {
  /** Everything that was sent, but for secrets and files. */
  typed: Typed
  /** Complete sentences, by field. */
  fields: Readonly<Record<string, string>>
  /** About the whole form; shown if no field has a sentence of its own. */
  message?: string | null | undefined
  /** A field that `typed` lacks shows what is stored; otherwise it was not ticked. */
  isPartial?: true
}

export const OFFLINE =
  'You are offline, so nothing was sent. What you typed is still here: send it again once you are back.'

/** For the fields of a form, which show by their name what was typed and what is wrong with it. */
export const AnswerContext = createContext<Answer | undefined>(undefined)

export const useAnswer = () => useContext(AnswerContext)

export const typedText = (typed: Typed | undefined, name: string): string | undefined => typed?.[name]?.[0]

/** The answer, if the form with one of these intents was sent. */
export const answerTo = <Given extends Answer>(answer: Given | undefined, ...intents: readonly string[]) =>
  intents.includes(typedText(answer?.typed, 'intent') ?? '') ? answer : undefined

/**
 * Moves the focus to the first field that was refused, or shows the message of the whole form.
 * @param field of the form; other forms of the page may have faults of their own
 */
export function useFirstFault(answer: unknown, field?: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    if (!answer) return
    const form = field?.current?.form
    const place = form?.querySelector('[aria-invalid="true"], [role="alert"]')
      ? form
      : document.querySelector('main')
    const fault = place?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (fault) fault.focus()
    else place?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [answer, field])
}

/** After a refusal the page shows everything as it is now. */
export const revalidateRefused = ({
  actionStatus = 0,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus >= 400 || defaultShouldRevalidate
