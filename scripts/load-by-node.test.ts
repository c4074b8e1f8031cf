import { createRequire } from 'node:module'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { loadByNode } from './load-by-node.ts'

test('the development server gives a page the error classes that the server has', async () => {
  const vite = await createServer({
    appType: 'custom',
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, hmr: false, ws: false },
    plugins: [
      loadByNode(),
      {
        name: 'page',
        resolveId: (id) => (id === '/page.ts' ? id : null),
        load: (id) =>
          id === '/page.ts' ? `export { ChangeConflict } from '#services/changes/write-changes.ts'` : null,
      },
    ],
  })
  onTestFinished(() => vite.close())
  const { ChangeConflict } = await vite.ssrLoadModule('/page.ts')
  expect(ChangeConflict).toBe(
    createRequire(import.meta.url)('../services/changes/write-changes.ts').ChangeConflict,
  )
  expect(ChangeConflict.name).toBe('ChangeConflict')
})
