import { Outlet, useNavigation } from 'react-router'
import { version } from '#package.json'
import { DeskBar } from './desk-bar.tsx'
import { MORE, NAVIGATION, NavigationLink, pagesFor } from './navigation.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { usePerson } from './use-root.ts'

/** The layout of every page behind the sign-in. */
export default function DeskLayout() {
  const person = usePerson()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <>
      <DeskBar person={person?.name}>
        {/* With a long name of the firm they scroll sideways. */}
        <nav
          aria-label="Pages"
          className="desk-pages desk:flex hidden min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]"
        >
          {pagesFor(person?.role).map((page) => (
            <NavigationLink key={page.path} page={page} />
          ))}
          <span className="min-[84rem]:hidden">
            <NavigationLink page={MORE} />
          </span>
        </nav>
      </DeskBar>
      <div className="sticky top-12 z-11 h-0" role="status">
        {isBusy && (
          <>
            <span className="sr-only">Loading</span>
            <div className="-mt-px h-0.5 animate-busy bg-plate motion-reduce:animate-none" />
          </>
        )}
      </div>
      <Outlet />
      <footer className="mx-auto w-full max-w-[90rem] desk:px-6 px-4 desk:pb-4 pb-[calc(4.5rem+env(safe-area-inset-bottom))] text-aside text-quiet print:hidden">
        {`Plateworthy ${version}`}
      </footer>
      <nav
        aria-label="Main pages"
        className="phone-pages fixed inset-x-0 bottom-0 z-10 grid desk:hidden grid-cols-5 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] text-aside print:hidden"
      >
        {[...NAVIGATION.filter(({ isMain }) => isMain), MORE].map((page) => (
          <NavigationLink key={page.path} page={page} />
        ))}
      </nav>
      <Shortcuts />
    </>
  )
}
