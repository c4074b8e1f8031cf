import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: './app/server.ts',
          // What is imported late for the browser's sake is one bundle on the server.
          checks: { ineffectiveDynamicImport: false },
        },
      },
      resolve: { external: ['@resvg/resvg-js'] },
    },
  },
})
