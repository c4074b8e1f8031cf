import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'
import { Page } from '../../ui/page.tsx'
import { ROOMS, RoomLink } from '../../ui/rooms.tsx'
import { SignOut } from '../sign-in/sign-out-button.tsx'

/** Links to the pages that have no place in the navigation bar of a phone. */
export default function More() {
  const role = useRouteLoaderData<typeof loader>('root')?.person?.role
  return (
    <Page title="More" actions={<SignOut />}>
      <ul className="ledger-list">
        {ROOMS.filter((room) => !room.isMain && (role === 'owner' || !room.isForOwners)).map((room) => (
          <li key={room.path}>
            <RoomLink room={room} />
          </li>
        ))}
      </ul>
    </Page>
  )
}
