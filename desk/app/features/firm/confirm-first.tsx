import { withReturn } from '../../access/own-path.ts'
import { FormProblem } from '../../ui/field.tsx'

/** In a new tab, so that what was typed stays. */
export function ConfirmFirst() {
  return (
    <FormProblem>
      Nothing has been saved yet. Your customers read this before they write to you or pay:{' '}
      <a
        href={`/desk${withReturn('/confirm', '/account')}`}
        target="_blank"
        rel="noreferrer"
        className="link"
      >
        confirm that it is you
      </a>{' '}
      in a new tab, then save again.
    </FormProblem>
  )
}
