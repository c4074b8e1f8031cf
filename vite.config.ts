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
    '(app/root|shared/urls)\\.tsx?$',
    'shared/ui/(?!page-fault|field\\.|table\\.|text-page|tooltips)',
    'app/shared/backend/(archive-site|client-cache)\\.ts$',
    'shared/data/(data-error|with-fallback)\\.ts$',
    'shared/text/capitalised\\.ts$',
    'shared/plates/find-plates\\.ts$',
    'app/features/plates/(plate-card|plates-unavailable)\\.tsx?$',
    'app/features/shortlist/shortlist-(button|link|storage)\\.tsx?$',
  ].join('|'),
)

/** Small modules that every page with sales loads. */
const SALES =
  /app\/features\/sales\/(strip-plate-face|use-archived-copy|explorer\/labels|licence|source-link)\.tsx?$/

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
                { name: 'sales', test: SALES },
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
