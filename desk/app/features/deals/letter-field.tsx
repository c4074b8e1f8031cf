import { useId, useState } from 'react'
import { fillLetter, type LetterTerms } from '#services/deals/letter-blanks.ts'
import { MAX_LETTER_LENGTH } from '#services/deals/read-deal-form.ts'
import { TextArea } from '../../ui/field.tsx'

interface LetterFieldProps {
  label: string
  help: string
  error: string | null | undefined
  rows: number
  /** Has blanks, and follows the terms until somebody changes its words. */
  proposed: string
  /** What somebody has written in its place. */
  typed: string | undefined
  terms: LetterTerms
}

/** The words of an e-mail with its blanks and, with script, as it will be read. */
export function LetterField({ proposed, typed, terms, ...field }: LetterFieldProps) {
  const id = useId()
  const [own, setOwn] = useState(typed ?? null)
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
