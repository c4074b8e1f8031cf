import { siteContext } from '../../context.ts'
import { remember } from '../../data/remember.ts'
import type { Route } from './+types/uk'
import { Explorer, memoryOf } from './explorer.tsx'
import { isAnotherPage } from './is-another-page.ts'
import { loadExplorer } from './load-explorer.server.ts'

const EXPLORER = 'uk'

export function loader({ context, url }: Route.LoaderArgs) {
  return loadExplorer(EXPLORER, context.get(siteContext), url)
}

export async function clientLoader() {
  const { readInBrowser } = await import('./load-in-browser.ts')
  return {
    data: remember(
      memoryOf(EXPLORER),
      () => readInBrowser(EXPLORER),
      (read) => read,
    ),
  }
}

export const shouldRevalidate = isAnotherPage

export default function UkSalesExplorer({ loaderData }: Route.ComponentProps) {
  return <Explorer explorer={EXPLORER} data={loaderData.data} />
}
