import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import routes from './app/routes.ts'
import { articles } from './content/plugin.ts'
import { loadByNode } from './scripts/load-by-node.ts'
import { SCRIPT_TARGET, STYLE_TARGET } from './scripts/supported-browsers.ts'

/** What nearly every page loads first: one file instead of a dozen small ones, which compress worse. */
const FIRST_LOAD = new RegExp(
  [
    'node_modules/(react|react-dom|react-router|scheduler)/',
    'vite/preload-helper',
    '(app/(root|prepared-page)|shared/urls)\\.tsx?$',
    'shared/ui/(?!page-fault|field\\.|table\\.|text-page|tooltips|where-else|clear-search|print-button)',
    'app/shared/backend/(archive-site|client-cache)\\.ts$',
    'shared/data/(data-error|with-fallback)\\.ts$',
    'shared/text/(capitalised|parse-url)\\.ts$',
    'shared/plates/find-plates\\.ts$',
    'app/features/plates/(plate-card|plates-unavailable)\\.tsx?$',
    'app/features/shortlist/shortlist-(button|link|storage)\\.tsx?$',
  ].join('|'),
)

/** Modules that mostly travel together: fewer files, of which browsers load six at a time over HTTP/1.1. */
const TOGETHER: Readonly<Record<string, RegExp>> = {
  preparations: /app\/preparations\.ts$|shared\/data\/(document-backend|early-reads|key-headers)\.ts$/,
  /** Of most pages. */
  parts:
    /shared\/ui\/(where-else|clear-search|print-button|table)\.tsx$|shared\/(text\/clean-text|registration\/(typed-)?registration|plates\/reservation|sales\/sale)\.ts$|plate-side-choice\.tsx$|registrations\/lookup-form\.tsx$/,
  searches:
    /shared\/(registration\/look-alikes|list\/(filter|paging|unmet-search))\.ts$|app\/shared\/(list\/use-|meant-pages)/,
  stock:
    /shared\/text\/(written-amount|escape-control)\.ts$|plates\/search\/(plate-search|formats|definitions|plate-view)\.ts$|plates\/list-plates\.ts$|shared\/list\/(search-fields|unread-prices)\.tsx$|features\/find\/(find-card|registration-figure)\.tsx?$/,
  estimates: /features\/estimates\/price-scale|comparables-list\.tsx$/,
  sales:
    /shared\/sales\/explorers\.ts$|features\/sales\/(strip-plate-face|use-archived-copy|explorer\/labels|licence|source-link)\.tsx?$/,
  explorers:
    /shared\/sales\/(sales-stats|explorer\/(definitions|plate-text))\.ts$|shared\/list\/(rest-text|group-by)\.ts$|dataset-json-ld\.ts$|sales\/data\/serialize-sales\.ts$|features\/sales\/explorer\/explorer-query\.ts$/,
  client:
    /node_modules\/@supabase\/|shared\/data\/(client|checked-fetch|health-check|response)\.ts$|(sales-sources|read-featured)\.client\.ts$/,
  'plate-reads':
    /features\/plates\/(read-plate(\.client)?|plate-facts|similar-plates)\.ts$|sales\/data\/(plate-sales|sale-records)\.ts$|features\/sales\/similar-sales\/|registration-facts\.ts$/,
  article:
    /features\/articles\/(article-(page|meta|json-ld)|section-texts|reading)|shared\/articles\/article\.ts$/,
}

export default defineConfig({
  plugins: [tailwindcss(), loadByNode(), articles(routes), reactRouter()],
  build: { assetsInlineLimit: 0, cssTarget: STYLE_TARGET },
  environments: {
    client: {
      build: {
        target: SCRIPT_TARGET,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'shared', test: FIRST_LOAD },
                ...Object.entries(TOGETHER).map(([name, test]) => ({ name, test })),
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: './app/render.ts',
          // The dynamic imports are for the browser; the server has one bundle.
          checks: { ineffectiveDynamicImport: false },
        },
      },
      resolve: { external: ['@resvg/resvg-js'] },
    },
  },
})
