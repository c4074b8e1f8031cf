import { existsSync } from 'node:fs'
import type { renderPage } from '#app/render.ts'
import type { renderDesk } from '#desk/app/render.ts'
import { StartError } from '#env.ts'

/** The exports of `app/render.ts`, which is loaded as built. */
export interface BuiltApp {
  renderPage: typeof renderPage
  /** Relative to `client/`. */
  styleSheetPath: string
}

export async function loadBuild(build: URL): Promise<BuiltApp> {
  const bundle = new URL('server/index.js', build)
  if (!existsSync(bundle))
    throw new StartError('The site is not built yet: run `npm start`, or `npm run build`.')
  return import(bundle.href)
}

/** @throws Error if the desk is not built */
export async function loadDesk(build: URL): Promise<{ renderDesk: typeof renderDesk }> {
  const bundle = new URL('desk/server/index.js', build)
  if (!existsSync(bundle)) throw new Error('The desk is not built: run `npm run build`.')
  return import(bundle.href)
}

/** Pages that the development server renders from the sources, without a cache, style sheet or policy of a build. */
export interface DevelopmentPages {
  renderPage: typeof renderPage
  renderDesk: typeof renderDesk
}
