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
            // One file instead of a dozen small ones, which compress worse.
            codeSplitting: {
              groups: [{ name: 'shared', test: /node_modules\/react-router\/|\/app\/shared\/ui\// }],
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
