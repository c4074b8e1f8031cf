import { Link } from 'react-router'
import { plural } from '#shared/text/format.ts'
import type { readForgotten } from './forgotten.server.ts'

type Forgotten = NonNullable<Awaited<ReturnType<typeof readForgotten>>>

/** Shows which data of a person were removed, and which plates still name them. */
export function ForgottenNote({ removed, changes, plates, more, kept }: Forgotten) {
  return (
    <div className="desk-note mb-4" role="status">
      <p>
        The person has been forgotten: {removed} deleted here. Check your mailbox, backups and exports too.
        {changes && ` ${changes} to plates with that address can no longer be undone.`}
        {kept && ` Kept for your accounts, with the name: the deals for ${kept}.`}
      </p>
      {plates.length > 0 && (
        <>
          <p className="mt-2">
            The notes, reservation, holder or nominee of these plates name the person. Open each one and
            delete what should go:
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {plates.map(({ id, registration }) => (
              <li key={id}>
                <Link to={`/stock/${id}`} className="link inline-flex min-h-9 items-center">
                  {registration}
                </Link>
              </li>
            ))}
            {more > 0 && (
              <li className="inline-flex min-h-9 items-center">
                and {plural(more, 'more plate', 'more plates')}
              </li>
            )}
          </ul>
          <p className="mt-1">
            What you delete there can be restored for 30 days. To delete those copies too, run{' '}
            <code>npm run office -- enquiries forget</code> with the address afterwards{' '}
            {more > 0 && ': it lists every plate that has it'}.
          </p>
        </>
      )}
    </div>
  )
}
