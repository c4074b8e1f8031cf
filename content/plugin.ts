import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'
import { site } from '../site.config.ts'
import { compileContent } from './compile.ts'
import { titleSetter } from './title-outlines.ts'

const NAME = 'virtual:articles'
/** Titles on Open Graph images, in pixels; the largest size that fits is used. */
const TITLE_WIDTH = 1040
const SIZES_UNDER_A_PLATE = [64, 56, 48]
const SIZES_ALONE = [104, 88, 72, 60]
const WORDMARK_SIZE = 44

const RESOLVED = `\0${NAME}`

export function articles(routes: RouteConfigEntry[]): Plugin {
  let root = ''
  let isDevelopment = false
  return {
    name: 'articles',
    configResolved(config) {
      root = config.root
      isDevelopment = config.command === 'serve'
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return
      const folder = join(root, 'content')
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) this.addWatchFile(join(entry.parentPath, entry.name))
      const content = compileContent(folder, {
        addresses: addressesOf(routes),
        publicFolder: join(root, 'public'),
        withDrafts: isDevelopment,
      })
      const set = titleSetter(join(folder, 'title-face.ttf'))
      const titles = content.articles.map(({ path, title, plate }) => [
        path,
        set(title, TITLE_WIDTH, plate ? SIZES_UNDER_A_PLATE : SIZES_ALONE),
      ])
      return [
        `export default ${JSON.stringify(content.articles)}`,
        `export const titles = ${JSON.stringify(Object.fromEntries(titles))}`,
        `export const wordmark = ${JSON.stringify(set(site.name, TITLE_WIDTH, [WORDMARK_SIZE]))}`,
      ].join('\n')
    },
  }
}

export function addressesOf(routes: RouteConfigEntry[], parent = ''): string[] {
  return routes.flatMap(({ index, path = '', children = [] }) => {
    const address = path ? `${parent}/${path}` : parent
    const own = (index || path) && !/[:*]/.test(address) ? [address || '/'] : []
    return [...own, ...addressesOf(children, address)]
  })
}
