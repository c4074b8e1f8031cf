import { existsSync } from 'node:fs'
import type { renderPage } from '#app/render.ts'
import { StartError } from '#env.ts'
import type { createBackendClient } from '#shared/data/client.ts'

/** The exports of `app/render.ts`, which is loaded as built. */
export interface BuiltApp {
  renderPage: typeof renderPage
  createBackendClient: typeof createBackendClient
  /** Relative to `client/`. */
  styleSheetPath: string
}

export async function loadBuild(build: URL): Promise<BuiltApp> {
  const bundle = new URL('server/index.js', build)
  if (!existsSync(bundle))
    throw new StartError('The site is not built yet: run `npm start`, or `npm run build`.')
  return import(bundle.href)
}
