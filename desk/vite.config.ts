import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { loadByNode } from '#scripts/load-by-node.ts'
import { SCRIPT_TARGET, STYLE_TARGET } from '#scripts/supported-browsers.ts'

/** What most pages load first: one file instead of a dozen small ones, which compress worse. */
const FIRST_LOAD = new RegExp(
  [
    'node_modules/(react|react-dom|react-router|scheduler)/',
    'desk/app/root\\.tsx$',
    'desk/app/access/(own-path|refused|refused-form|session-watch)\\.tsx?$',
    'desk/app/features/sign-in/sign-in-layout\\.tsx$',
    'desk/app/ui/(dates|desk-bar|draft-store|desk-form|desk-layout|field|firm|navigation|page|shortcuts|use-loaded)\\.tsx?$',
    'services/london-time\\.ts$',
    'shared/text/(capitalised|clean-text|format)\\.ts$',
    'shared/urls\\.ts$',
    'vite/preload-helper',
    'shared/ui/(icon-path|logo-drawing|trusted-html|use-site)\\.tsx?$',
  ].join('|'),
)

export default defineConfig({
  base: '/desk/',
  publicDir: false,
  plugins: [tailwindcss(), loadByNode(), reactRouter()],
  build: { assetsInlineLimit: 0, cssTarget: STYLE_TARGET, emptyOutDir: true },
  environments: {
    client: {
      build: {
        target: SCRIPT_TARGET,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'shared', test: FIRST_LOAD }] },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: './desk/app/render.ts' } } },
  },
})
