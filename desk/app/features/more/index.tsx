import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'
import { NAVIGATION, NavigationLink } from '../../ui/navigation.tsx'
import { Page } from '../../ui/page.tsx'
import { SignOut } from '../sign-in/sign-out-button.tsx'

/** Links to the pages that have no place in the navigation bar of a phone. */
export default function More() {
  const role = useRouteLoaderData<typeof loader>('root')?.person?.role
  return (
    <Page title="More" actions={<SignOut />}>
      <ul className="ledger-list">
        {NAVIGATION.filter((room) => !room.isMain && (role === 'owner' || !room.isForOwners)).map((room) => (
          <li key={room.path}>
            <NavigationLink room={room} />
          </li>
        ))}
      </ul>
    </Page>
  )
}
