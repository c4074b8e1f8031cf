import { Suspense, useEffect } from 'react'
import { Await } from 'react-router'
import { listFeaturedPlates } from '#shared/plates/find-plates.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { arrivesSoon, cacheValue, FEATURED_KEY, getCached } from '../../shared/backend/client-cache.ts'
import { AfterPaint } from '../../shared/ui/after-paint.tsx'
import { ButtonLink, QuietButtonLink } from '../../shared/ui/button-link.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { PlateRow } from '../plates/plate-card.tsx'
import { PlatesUnavailable } from '../plates/plates-unavailable.tsx'
import type { Route } from './+types/index'
import { Collage } from './collage.tsx'
import { HeroSearch } from './hero-search.tsx'
import { type FeaturedPlates, orUnavailable } from './read-featured.ts'

export const handle: PageHandle = { styles: ['plates', 'home'] }

export async function loader({ context }: Route.LoaderArgs) {
  const { client, logError } = context.get(siteContext)
  return { plates: await orUnavailable(listFeaturedPlates(client), logError) }
}

export async function clientLoader() {
  const plates =
    getCached<FeaturedPlates>(FEATURED_KEY) ?? (await import('./read-featured.client.ts')).loadFeatured()
  return { plates: (await arrivesSoon(plates)) ? await plates : plates }
}

export default memoPage(function Home({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  useEffect(() => {
    if (Array.isArray(loaderData.plates)) cacheValue(FEATURED_KEY, loaderData.plates)
  }, [loaderData.plates])

  return (
    <>
      <PageMeta
        title={`Private Number Plates | Buy & Sell | Trading since ${site.tradingSince}`}
        path="/"
        description={`${site.name} has bought and sold private number plates from its own stock since ${site.tradingSince}: real prices, no middlemen. Browse plates or ask for a free valuation.`}
      />

      <section className="relative overflow-hidden">
        <div className="wrap hero-columns relative">
          <div>
            <h1 className="display">For Everything Number Plates</h1>
            <p className="mt-4 text-quiet sm:mt-5 sm:text-lg">
              Private registrations from our own stock, with the price on every one. You buy direct from us,
              the owners.
            </p>
            <div className="hero-buttons mt-6 flex flex-wrap gap-2 min-[27rem]:gap-3">
              <ButtonLink to="/plates">Browse Premium Stock</ButtonLink>
              <QuietButtonLink to="/valuations">Get Free Valuation</QuietButtonLink>
            </div>
          </div>
          <HeroSearch />
        </div>
        <Collage />
      </section>

      <div className="flex flex-col">
        <section className="wrap max-lg:order-1" aria-label="Why people trade with us">
          <ul className="claims grid grid-cols-3 border-line border-y max-lg:border-b-0">
            {site.claims.map(({ figure, text }) => (
              <li key={figure}>
                <p className="claim-figure">{figure}</p>
                <p className="mt-2 text-quiet text-sm leading-snug">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section className="featured wrap" aria-labelledby="featured">
          <h2 id="featured" className="heading">
            Featured Number Plates
          </h2>
          <p className="featured-statement wrap-anywhere text-quiet text-sm">{site.prices.statement}</p>
          <Suspense fallback={<p className="loading">Loading featured plates...</p>}>
            <Await resolve={loaderData.plates}>
              {(plates) =>
                plates === null ? (
                  <PlatesUnavailable headingLevel="h3" />
                ) : (
                  <PlateRow plates={plates} className="featured-plates" />
                )
              }
            </Await>
          </Suspense>
          <p className="featured-more">
            <QuietButtonLink to="/plates">View All Plates</QuietButtonLink>
          </p>
        </section>
      </div>

      <AfterPaint>
        <section className="border-line border-t">
          <div className="wrap section">
            <h2 className="heading">Stay Informed</h2>
            <div className="mt-8 grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-2">
              <TopicCard
                to="/news"
                title="The market, as it happens"
                text="What sold, where, and what it means for the price of a good registration."
                action="Read Latest News"
              />
              <TopicCard
                to="/info"
                title="How it all works"
                text="Buying, assigning and keeping a private registration, set out step by step."
                action="View Info Guides"
              />
            </div>
          </div>
        </section>

        <section className="bg-closing text-on-closing">
          <div className="wrap flex flex-col items-start gap-8 py-16 md:flex-row md:items-end md:justify-between md:py-24">
            <div>
              <h2 className="heading">Looking for a particular plate?</h2>
              <p className="mt-4 max-w-[34rem] text-lg opacity-80">
                Tell us the letters, the name or the year. We answer seven days a week, and we’ll tell you if
                a plate isn’t worth its price.
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/contact" className="button button-plate">
                Contact Our Experts
              </ButtonLink>
              <ButtonLink to="/plates" className="button button-outline">
                Browse Collection
              </ButtonLink>
            </div>
          </div>
        </section>
      </AfterPaint>
    </>
  )
})

function TopicCard({ to, title, text, action }: { to: string; title: string; text: string; action: string }) {
  return (
    <article className="relative flex flex-col bg-panel p-6 sm:p-8">
      <h3 className="font-serif text-2xl leading-tight">{title}</h3>
      <p className="mt-3 mb-6 max-w-[28rem] text-quiet">{text}</p>
      <Link to={to} className="link mt-auto self-start after:absolute after:inset-0">
        {action}
      </Link>
    </article>
  )
}
