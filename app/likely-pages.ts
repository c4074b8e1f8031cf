// The code of the pages that visitors open most, and the font of their text. Both are loaded, and the code is run, while the
// browser has nothing else to do.

const LIKELY_PAGES = [
  () => import('#shared/data/client.ts'),
  () => import('./features/plates/index.tsx'),
  () => import('./features/plates/read-stock.client.ts'),
  () => import('./features/plates/show.tsx'),
  () => import('./features/plates/read-plate.client.ts'),
  () => import('./features/sales/explorer-page.tsx'),
  () => import('./features/sales/explorer/load-explorer.client.ts'),
  () => import('./features/registrations/show.tsx'),
  () => import('./features/articles/show.tsx'),
  // Declared in the style sheet of all pages, which is requested first. Otherwise the next page is laid out with a fallback
  // font and then once more.
  () => document.fonts.load('1em "Newsreader Text"'),
]

const untilIdle = () =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, 100)
  })

/** One after the other. What fails is loaded when its page is opened. */
export async function loadLikelyPages(): Promise<void> {
  for (const load of LIKELY_PAGES) {
    await untilIdle()
    await load().catch(() => null)
  }
}
