import { existsSync } from 'node:fs'
import type { renderPage } from '../app/render.ts'
import type { createBackendClient } from '../app/shared/backend/client.ts'
import { StartError } from '../env.ts'

/** The exports of `app/render.ts` as built; it is loaded at run time, so its types are named here. */
export interface BuiltApp {
  renderPage: typeof renderPage
  createBackendClient: typeof createBackendClient
  /** Below `client/` in the build. */
  styleSheetPath: string
}

/**
 * @param build the folder of the build, with a trailing slash
 * @throws StartError if there is none
 */
export async function loadBuild(build: URL): Promise<BuiltApp> {
  const bundle = new URL('server/index.js', build)
  if (!existsSync(bundle))
    throw new StartError('The site is not built yet: run `npm start`, or `npm run build`.')
  return import(bundle.href)
}
