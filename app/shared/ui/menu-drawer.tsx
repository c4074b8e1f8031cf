import { type ComponentProps, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#shared/ui/use-site.tsx'
import { CROSS, LineIcon } from './line-icon.tsx'
import { Link } from './link.tsx'
import { menuLinks } from './site-links.ts'
import { useScrollLock } from './use-scroll-lock.ts'

const BARS = 'M3 8h18M3 16h18'

/** The browser opens the dialog, even before our script has loaded (decision 001). */
const opens = { command: 'show-modal', commandfor: 'site-menu' } as ComponentProps<'button'>

/** Without script, a link to the footer's links. */
export function MenuDrawer() {
  const site = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  useScrollLock(dialog)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer
  useEffect(() => dialog.current?.close(), [key])

  return (
    <>
      <button
        type="button"
        className="icon-button scripted"
        aria-label="Open menu"
        aria-haspopup="dialog"
        data-tooltip="Menu"
        onClick={(event) => {
          event.preventDefault() // or `opens` would open it a second time
          dialog.current?.showModal()
        }}
        {...opens}
      >
        <LineIcon lines={BARS} />
      </button>
      <a href="#site-links" className="icon-button unscripted" aria-label="Menu">
        <LineIcon lines={BARS} />
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape */}
      <dialog
        ref={dialog}
        id="site-menu"
        className="drawer"
        aria-label="Menu"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div className="flex min-h-full flex-col px-6 pt-3 pb-8">
          <div className="flex h-10 items-center justify-between">
            <span className="text-quiet text-sm">{site.strapline}</span>
            <button
              type="button"
              className="icon-button -mr-2"
              aria-label="Close menu"
              onClick={() => dialog.current?.close()}
            >
              <LineIcon lines={CROSS} />
            </button>
          </div>
          <nav aria-label="Main" className="mt-6">
            <ul className="border-line border-t">
              {menuLinks.map(({ to, text }) => (
                <li key={to} className="border-line border-b">
                  <Link to={to} className="drawer-link" onClick={() => dialog.current?.close()}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Link to="/contact" className="button mt-8" onClick={() => dialog.current?.close()}>
            Contact Us
          </Link>
        </div>
      </dialog>
    </>
  )
}
