/** Every address the site answers, on one page. `/rest/v1`, `/healthz` and `/readyz` stand in `server/site.ts`. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home/index.tsx'),

  route('plates', 'routes/stock/index.tsx'),
  route('plates/:registration', 'routes/stock/old-address.ts'),
  route('plate/:registration', 'routes/stock/show.tsx'),
  route('shortlist', 'routes/shortlist/index.tsx'),
  route('share/plate/:file', 'routes/stock/share-image.ts'),
  route('share/house.png', 'routes/share/house.ts'),
  route('share/:section/:file', 'routes/share/article.ts'),

  route('contact', 'routes/enquiries/contact.tsx'),
  route('valuations', 'routes/enquiries/valuations.tsx'),

  route('news', 'routes/news/index.tsx'),
  route('news/:slug', 'routes/news/show.tsx'),
  route('info', 'routes/guides/index.tsx'),
  route('info/:slug', 'routes/guides/show.tsx'),
  route('auction-info', 'routes/guides/auctions.tsx'),
  route('document-info', 'routes/guides/documents.tsx'),
  route('plate-stories', 'routes/stories/index.tsx'),
  route('plate-stories/:slug', 'routes/stories/show.tsx'),

  route('sales-explorer', 'routes/sales/uk.tsx'),
  route('jersey/sales-explorer', 'routes/sales/jersey.tsx'),
  ...[
    'sales-explorer.csv',
    'sales-explorer.json',
    'jersey/sales-explorer.csv',
    'jersey/sales-explorer.json',
  ].map((path) => route(path, 'routes/sales/file.ts', { id: path })),
  route('sales/:registration', 'routes/sales/registration.tsx'),

  route('about', 'routes/about/index.tsx'),
  route('privacy', 'routes/about/privacy.tsx'),
  route('sitemap', 'routes/about/sitemap.tsx'),

  route('sitemap.xml', 'routes/seo/sitemap.ts'),
  route('robots.txt', 'routes/seo/robots.ts'),
  route('feed.xml', 'routes/seo/feed.ts'),
  route('llms.txt', 'routes/seo/llms.ts'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
