import { siteContext } from '../../context.ts'
import { remember } from '../../shared/backend/client-cache.ts'
import type { Route } from './+types/jersey'
import { Explorer, memoryOf } from './explorer/explorer.tsx'
import { loadExplorer } from './explorer/load-explorer.server.ts'
import { isDifferentPage } from './explorer/should-revalidate.ts'

const EXPLORER = 'jersey'

export function loader({ context, url }: Route.LoaderArgs) {
  return loadExplorer(EXPLORER, context.get(siteContext), url)
}

export async function clientLoader() {
  const { loadInBrowser } = await import('./explorer/load-explorer.client.ts')
  return {
    data: remember(
      memoryOf(EXPLORER),
      () => loadInBrowser(EXPLORER),
      (read) => read,
    ),
  }
}

export const shouldRevalidate = isDifferentPage

export default function JerseySalesExplorer({ loaderData }: Route.ComponentProps) {
  return <Explorer explorer={EXPLORER} data={loaderData.data} />
}
