// The server's own routes (`/rest/v1`, `/healthz`, …) are in `server/routes.ts`.
import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { STATEMENT_PAGES } from '#shared/text/statement-pages.ts'

const EXPLORERS = EXPLORER_LIST.map(({ path }) => path.slice(1))

export default [
  index('features/home/index.tsx'),

  route('plates', 'features/plates/index.tsx'),
  route('plates/:registration', 'features/plates/redirect.ts'),
  route('plate/:registration', 'features/plates/show.tsx'),
  route('plate/:registration/print', 'features/plates/print.tsx'),
  route('plate/:registration/card', 'features/plates/gift-card.tsx'),
  route('plate/:registration/:file', 'features/plates/plate-svg.ts'),
  route('find', 'features/find/index.tsx'),
  route('find.json', 'features/find/answer-json.ts'),
  route('shortlist', 'features/shortlist/index.tsx'),
  route('share/plate/:file', 'features/plates/og-image.ts'),
  route('share/shortlist.png', 'features/shortlist/og-image.ts'),
  route('share/house.png', 'features/seo/default-og-image.ts'),
  route('icons/:file', 'features/seo/icon.ts'),
  route('site.webmanifest', 'features/seo/manifest.ts'),
  route('share/:section/:file', 'features/articles/og-image.ts'),

  route('search', 'features/search/index.tsx'),

  route('alerts', 'features/alerts/index.tsx'),
  route('alerts/manage', 'features/alerts/manage.tsx'),
  route('alerts/unsubscribe', 'features/alerts/unsubscribe.ts'),
  route('plates.xml', 'features/alerts/plates-feed.ts'),

  route('contact', 'features/enquiries/contact.tsx'),
  route('valuations', 'features/enquiries/valuations.tsx'),
  route('valuations/accuracy', 'features/estimates/accuracy.tsx'),
  route('valuations/accuracy.json', 'features/estimates/accuracy-json.ts'),

  route('sell', 'features/sell/index.tsx'),

  route('info', 'features/articles/guide-index.tsx'),
  ...['auction-info', 'document-info', 'news', 'plate-stories'].map((path) =>
    route(path, 'features/articles/article-index.tsx', { id: path }),
  ),
  ...['news/:slug', 'info/:slug', 'plate-stories/:slug'].map((path) =>
    route(path, 'features/articles/show.tsx', { id: path }),
  ),

  ...EXPLORERS.map((path) => route(path, 'features/sales/explorer-page.tsx', { id: path })),
  ...EXPLORERS.flatMap((path) => [`${path}.csv`, `${path}.json`]).map((path) =>
    route(path, 'features/sales/export-route.ts', { id: path }),
  ),
  route('sales-explorer/data', 'features/sales/data-page.tsx'),

  route('auction-calculator', 'features/calculator/index.tsx'),
  route('eligibility', 'features/eligibility/index.tsx'),

  route('registration', 'features/registrations/lookup.tsx'),
  route('registration/:registration', 'features/registrations/show.tsx'),
  route('registration/:registration.json', 'features/registrations/registration-json.ts'),
  route('sales/:registration', 'features/registrations/sales-redirect.ts'),

  route('about', 'features/about/index.tsx'),
  route('privacy', 'features/about/privacy.tsx'),
  ...STATEMENT_PAGES.map(({ id, path }) => route(path.slice(1), 'statement-page.tsx', { id })),
  route('sitemap', 'features/about/sitemap.tsx'),

  route('sitemap.xml', 'features/seo/xml-sitemap.ts'),
  route('robots.txt', 'features/seo/robots.ts'),
  route('feed.xml', 'features/seo/feed.ts'),
  route('llms.txt', 'features/seo/llms.ts'),

  route('preview/:token', 'preview.tsx'),
  route('order/:token', 'order.tsx'),

  route('*', 'features/not-found/not-found.tsx'),
] satisfies RouteConfig
