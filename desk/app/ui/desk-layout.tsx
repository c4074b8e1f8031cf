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
          {firm} <span className="text-quiet">desk</span>
        </NavLink>
        <nav aria-label="Rooms" className="desk-rooms desk:flex hidden gap-1 overflow-x-auto">
          {rooms.map((room) => (
            <NavigationLink key={room.path} room={room} />
          ))}
          <span className="min-[84rem]:hidden">
            <NavigationLink room={MORE} />
          </span>
        </nav>
        <p className="ml-auto truncate text-quiet max-[22.5rem]:invisible">{person?.name}</p>
        <a href="/" className="link inline-flex min-h-10 items-center whitespace-nowrap">
          The site
        </a>
      </header>
      <div className="desk-progress" data-busy={isBusy || undefined} role="status">
        {isBusy && <span className="sr-only">Loading</span>}
      </div>
      <Outlet />
      <nav
        aria-label="Main rooms"
        className="phone-rooms fixed inset-x-0 bottom-0 z-10 grid desk:hidden grid-cols-5 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] text-aside print:hidden"
      >
        {[...NAVIGATION.filter(({ isMain }) => isMain), MORE].map((room) => (
          <NavigationLink key={room.path} room={room} />
        ))}
      </nav>
      <Shortcuts />
    </>
  )
}
