import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { FaultBoundary } from '#shared/ui/fault-boundary.tsx'
import newsreader from '#shared/ui/fonts/newsreader.woff2?url'
import publicSans from '#shared/ui/fonts/public-sans.woff2?url'
import { ScriptMark } from '#shared/ui/hydration-mark.tsx'
import { iconPath } from '#shared/ui/icon-path.ts'
import { ignoreWhileLeaving } from '#shared/ui/leaving.ts'
import { DRAWN_LETTERS } from '#shared/ui/logo-drawing.ts'
import { SiteProvider } from '#shared/ui/use-site.tsx'
import type { Route } from './+types/root'
import { guard } from './access/guard.server.ts'
import { refusedForm } from './access/refused.ts'
import { RefusedForm } from './access/refused-form.tsx'
import { SessionWatch } from './access/session-watch.tsx'
import { deskContext, shownToPages } from './context.ts'
import stylesheet from './desk.css?url'
import { SignInLayout } from './features/sign-in/sign-in-layout.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: newsreader, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: publicSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
]

export const middleware: Route.MiddlewareFunction[] = [guard]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [ignoreWhileLeaving]

export const loader = ({ context }: Route.LoaderArgs) => shownToPages(context.get(deskContext))

export function Layout({ children }: { children: ReactNode }) {
  const letters = useRouteLoaderData<typeof loader>('root')?.site.letters ?? DRAWN_LETTERS
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <ScriptMark />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={iconPath(letters)} type="image/svg+xml" />
        <Links />
      </head>
      <body className="desk">
        <FaultBoundary page={`desk/${useMatches().at(-1)?.id}`}>
          <a href="#content" className="skip-link">
            Skip to content
          </a>
          {children}
          <ScrollRestoration />
          <Scripts />
        </FaultBoundary>
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <SiteProvider value={loaderData.site}>
      <SessionWatch sessionId={loaderData.sessionId} />
      <Outlet />
    </SiteProvider>
  )
}

/** Describes what was refused or failed; the error's own message is only logged. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const refused = refusedForm(error)
  if (refused) return <RefusedForm refused={refused} />
  const status = isRouteErrorResponse(error) ? error.status : 500
  const [heading, advice] = WORDS[status] ?? [
    'Something went wrong',
    'The error is in the site’s log. Nothing was changed unless the page said so.',
  ]
  return (
    <SignInLayout title={heading}>
      <p className="max-w-reading text-quiet">{advice}</p>
      <p>
        <a className="link" href="/desk">
          Back to Today
        </a>
      </p>
    </SignInLayout>
  )
}

const WORDS: Record<number, readonly [string, string]> = {
  401: ['You are signed out', 'Nothing was saved. Sign in again, then try again.'],
  403: ['Only an owner can do this', 'Ask one of the owners to do it, or to change your role.'],
  404: ['Page not found', 'The address may be mistyped, or the page may have been removed.'],
  405: ['That cannot be done here', 'Open the page again and use its buttons.'],
  413: ['That is too large', 'The desk accepts up to 16 MB. Nothing was saved.'],
  409: ['Someone else has changed this', 'Open it again to see the change, then make yours again.'],
}
