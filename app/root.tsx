import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { withFallback } from '#shared/data/with-fallback.ts'
import { hasDemonstrationStock } from '#shared/plates/find-plates.ts'
import { FaultBoundary } from '#shared/ui/fault-boundary.tsx'
import newsreader from '#shared/ui/fonts/newsreader.woff2?url'
import publicSans from '#shared/ui/fonts/public-sans.woff2?url'
import { ScriptMark } from '#shared/ui/hydration-mark.tsx'
import { hasShippedIcons, iconPath } from '#shared/ui/icon-path.ts'
import { ignoreWhileLeaving } from '#shared/ui/leaving.ts'
import { SiteData, useSite } from '#shared/ui/use-site.tsx'
import type { Route } from './+types/root'
import allStyles from './app.css?url'
import { siteContext } from './context.ts'
import { ShortlistLink } from './features/shortlist/shortlist-link.tsx'
import { loadAllStyles, type PageHandle, stylesPlaceholder } from './page-styles.ts'
import { PreparedPage } from './prepared-page.tsx'
import { forgetEarlyClick } from './shared/ui/early-clicks.ts'
import { Footer } from './shared/ui/footer.tsx'
import { Header, HeaderBar } from './shared/ui/header.tsx'
import { NavigationProgress } from './shared/ui/navigation-progress.tsx'
import { PageMeta } from './shared/ui/page-meta.tsx'
import { PlainFooter } from './shared/ui/plain-footer.tsx'
import { QuoteRequestId } from './shared/ui/quote-request-id.tsx'
import { type SiteLink, statementLinks } from './shared/ui/site-links.ts'
import type { RootData } from './shared/ui/site-url.ts'
import { useFollowLinks } from './shared/ui/use-follow-links.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: newsreader, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: publicSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: allStyles }] : []),
  { rel: 'manifest', href: '/site.webmanifest' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { client, publicKey, siteUrl, accuracy, articles, firmInArticles, logError } = site
  const isDemonstration = await withFallback(
    hasDemonstrationStock(client),
    false,
    'Error asking for demonstration stock',
    logError,
  )
  const { replaced } = articles.current()
  const hasDeskArticles = replaced.size > 0 || firmInArticles !== null
  const own: RootData = { siteUrl }
  return {
    ...own,
    publicKey,
    isDemonstration,
    hasAccuracy: accuracy.isOffered,
    hasDeskArticles,
    statementLinks: statementLinks(site.statementPages),
    statesCertificates: site.readCertificate !== null,
  }
}

/** The root's data are read once per visit, so that a navigation needs only the REST API. */
export function shouldRevalidate() {
  return false
}

const firstPathname = import.meta.env.SSR ? undefined : location.pathname
const hasAllStyles =
  import.meta.env.DEV || (!import.meta.env.SSR && 'allStyles' in document.documentElement.dataset)

const loadStyles = () => hasAllStyles || loadAllStyles(allStyles)

/** The document of the first page may contain only its own styles. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ignoreWhileLeaving,
  async ({ request }, next) => {
    const isFirst = new URL(request.url).pathname === firstPathname
    await Promise.all([next(), isFirst || loadStyles()])
  },
]

const SHORTLIST_LINK = <ShortlistLink />
const NO_LINKS: readonly SiteLink[] = []

export function Layout({ children }: { children: ReactNode }) {
  const shared = useRouteLoaderData<typeof loader>('root')
  const { name, letters } = useSite()
  const page = useMatches().at(-1)
  useFollowLinks()
  const { styles, isWithoutScript } = (page?.handle ?? {}) as PageHandle
  return (
    <html
      lang="en-GB"
      data-backend-key={shared?.publicKey}
      data-desk-articles={shared?.hasDeskArticles ? '' : undefined}
      data-certificates={shared?.statesCertificates ? '' : undefined}
      data-all-styles={styles ? undefined : ''}
    >
      <head>
        <meta charSet="utf-8" />
        {!isWithoutScript && <ScriptMark />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#101418" media="(prefers-color-scheme: dark)" />
        {import.meta.env.PROD && (
          <style href="site" precedence="site">
            {stylesPlaceholder(styles)}
          </style>
        )}
        {hasShippedIcons(letters) && (
          <>
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          </>
        )}
        <link rel="icon" href={iconPath(letters)} type="image/svg+xml" />
        <Links />
        <link
          rel="alternate"
          href="/feed.xml"
          type="application/atom+xml"
          title={`${name}: news, guides and stories`}
        />
      </head>
      <body onClickCapture={forgetEarlyClick}>
        <FaultBoundary page={page?.id ?? 'root'}>
          <a href="#content" className="skip-link">
            Skip to the content
          </a>
          {isWithoutScript ? (
            <HeaderBar />
          ) : (
            <>
              <NavigationProgress />
              <Header>{SHORTLIST_LINK}</Header>
            </>
          )}
          <main id="content" tabIndex={-1}>
            {children}
          </main>
          {isWithoutScript ? (
            <PlainFooter />
          ) : (
            <>
              <Footer
                isDemonstration={shared?.isDemonstration ?? false}
                hasAccuracy={shared?.hasAccuracy ?? false}
                statementLinks={shared?.statementLinks ?? NO_LINKS}
              />
              <SiteData />
              <PreparedPage loadStyles={loadStyles} />
              <ScrollRestoration />
              <Scripts />
            </>
          )}
        </FaultBoundary>
      </body>
    </html>
  )
}

/** Each page has its own elements: two pages of one route would otherwise share them, with state and translated text. */
export default function App() {
  return <Outlet key={useLocation().pathname} />
}

/** The error page of last resort. For a server error it shows only the id under which the error was logged. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  const message = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : 'Unknown error'
  const isServerError = message === 'Unexpected Server Error'
  return (
    <div className="wrap py-16 md:py-24">
      <PageMeta title="Unexpected Application Error!" path={pathname} noindex />
      <h1 className="title">Unexpected Application Error!</h1>
      <div className="mt-6 grid max-w-reading gap-4 text-lg text-quiet">
        {isServerError ? (
          <>
            <p>Something went wrong on our side, and it has been noted. Please try again in a moment.</p>
            <QuoteRequestId />
          </>
        ) : (
          <p>{message}</p>
        )}
        <p>
          <a className="link" href="/" data-document>
            Start again from the home page
          </a>
        </p>
      </div>
    </div>
  )
}
