import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import routes from './app/routes.ts'
import { articles } from './content/plugin.ts'

export default defineConfig({
  plugins: [tailwindcss(), articles(routes), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page has, in one file: a dozen crumbs would weigh more, packed one by one.
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  test: /node_modules\/react-router\/|app\/(shared\/ui\/(kept|page-link|page-meta|plate-face|price|request-id|site-links|unavailable)|features\/(plates\/plate-card|shortlist\/shortlist-(storage|button))|shared\/(format|money)|urls|shared\/registration\/plate-drawing|shared\/backend\/(with-fallback|client-cache|data-error))\.tsx?$/,
                },
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
          // What is imported late for the browser's sake is one bundle on the server.
          checks: { ineffectiveDynamicImport: false },
        },
      },
      resolve: { external: ['@resvg/resvg-js'] },
    },
  },
})
