import { useId, useState } from 'react'
import { fillLetter, type LetterTerms } from '#services/deals/letter-blanks.ts'
import { MAX_LETTER_LENGTH } from '#services/deals/read-deal-form.ts'
import { TextArea } from '../../ui/field.tsx'
import { typedText, useAnswer } from '../../ui/form-answer.ts'

interface LetterFieldProps {
  label: string
  help: string | undefined
  rows: number
  /** Has blanks, and follows the terms until somebody changes its words. */
  proposed: string
  terms: LetterTerms
}

/** The words of an e-mail with its blanks and, with script, as it will be read. */
export function LetterField({ proposed, terms, ...field }: LetterFieldProps) {
  const id = useId()
  const answer = useAnswer()
  const typed = typedText(answer?.typed, 'text')
  const [own, setOwn] = useState(typed === typedText(answer?.typed, 'proposed') ? null : (typed ?? null))
  const text = own ?? proposed
  return (
    <>
      <TextArea
        {...field}
        name="text"
        maxLength={MAX_LETTER_LENGTH}
        value={text}
        onChange={({ target }) => setOwn(target.value)}
      />
      {text.trim() !== '' && (
        <section className="desk-field letter-preview" aria-labelledby={id}>
          <h2 id={id} className="label">
            As it will be read
          </h2>
          <p>{fillLetter(text, terms)}</p>
        </section>
      )}
    </>
  )
}
