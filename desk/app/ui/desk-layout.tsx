import { NavLink, Outlet, useNavigation, useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'
import { useFirm } from './firm.ts'
import { MORE, NAVIGATION, NavigationLink } from './navigation.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The layout of every page behind the sign-in. */
export default function DeskLayout() {
  const person = useRouteLoaderData<typeof loader>('root')?.person
  const firm = useFirm()
  const isBusy = useNavigation().state !== 'idle'
  const rooms = NAVIGATION.filter((room) => person?.role === 'owner' || !room.isForOwners)
  return (
    <>
      <header className="desk-bar">
        <NavLink to="/" end className="desk-name">
          {firm} <span>desk</span>
        </NavLink>
        <nav aria-label="Rooms" className="desk-rooms">
          {rooms.map((room) => (
            <NavigationLink key={room.path} room={room} />
          ))}
          <span className="rooms-more">
            <NavigationLink room={MORE} />
          </span>
        </nav>
        <p className="desk-person">{person?.name}</p>
        <a href="/" className="desk-to-site">
          The site
        </a>
      </header>
      <div className="desk-progress" data-busy={isBusy || undefined} role="status">
        {isBusy && <span className="sr-only">Loading</span>}
      </div>
      <Outlet />
      <nav aria-label="Main rooms" className="phone-rooms">
        {[...NAVIGATION.filter(({ isMain }) => isMain), MORE].map((room) => (
          <NavigationLink key={room.path} room={room} />
        ))}
      </nav>
      <Shortcuts />
    </>
  )
}
