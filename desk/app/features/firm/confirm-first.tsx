import { withReturn } from '../../access/own-path.ts'
import { FormProblem } from '../../ui/field.tsx'

/** In a new tab, so that what was typed stays. */
export function ConfirmFirst({ className }: { className?: string }) {
  return (
    <FormProblem className={className}>
      Nothing has been saved yet. Your customers rely on this:{' '}
      <a
        href={`/desk${withReturn('/confirm', '/account')}`}
        target="_blank"
        rel="noreferrer"
        className="link"
      >
        confirm that it is you
      </a>{' '}
      in a new tab, then try again.
    </FormProblem>
  )
}
