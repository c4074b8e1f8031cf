import { Link } from 'react-router'
import { GROUPS } from '#services/settings/groups.ts'
import { deskContext, requirePerson } from '../../context.ts'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/index'

export function loader({ context }: Route.LoaderArgs) {
  const isOwner = requirePerson(context).role === 'owner'
  const { addresses, mail } = context.get(deskContext)
  const from = isOwner ? `, from ${addresses.from}` : ''
  return {
    isOwner,
    mail: mail.smtpHost
      ? `E-mails are sent through ${mail.smtpHost}${from}.`
      : 'No mail server is set up: e-mails are saved as files and not sent.',
  }
}

export default function Firm({ loaderData: { isOwner, mail } }: Route.ComponentProps) {
  const entries = [
    ...GROUPS,
    { id: 'templates', title: 'Reply templates', lead: 'Texts to start a reply with.' },
    { id: 'mail', title: 'Mail', lead: `${mail} Send a test e-mail, and check SPF, DKIM and DMARC.` },
  ]
  return (
    <Page title="Firm">
      <p className="mb-4 max-w-176 text-quiet">
        What the site says about your firm.{' '}
        {isOwner
          ? 'Changes go live within a minute on every server. What your customers read takes a second factor from the last ten minutes, and every owner is told of it by e-mail.'
          : 'Only owners can change it.'}{' '}
        <Link className="link whitespace-nowrap" to="/changes">
          Who changed what
        </Link>
      </p>
      <ul className="ledger-list max-w-176">
        {entries.map(({ id, title, lead }) => (
          // The old page had all groups, by these ids.
          <li key={id} id={id} className="relative scroll-mt-14 py-3">
            {id === 'mail' && !isOwner ? (
              title
            ) : (
              <Link to={`/firm/${id}`} className="whole-line font-medium" data-row>
                {title}
              </Link>
            )}
            <p className="text-quiet text-row">{lead}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
