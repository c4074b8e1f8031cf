import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { loadByNode } from '#scripts/load-by-node.ts'

export default defineConfig({
  base: '/desk/',
  publicDir: false,
  plugins: [tailwindcss(), loadByNode(), reactRouter()],
  build: { assetsInlineLimit: 0, emptyOutDir: true },
  environments: {
    ssr: { build: { rolldownOptions: { input: './desk/app/render.ts' } } },
  },
})
