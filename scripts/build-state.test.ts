import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { BUILD_STAMP, findBuildProblem, hashOfSources } from './build-state.mjs'

function builtCheckout() {
  const root = temporaryFolder()
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  for (const folder of ['app', 'build']) mkdirSync(join(root, folder))
  write('app/root.tsx', 'export default 1')
  write('app/root.test.ts', 'test()')
  write(`build/${BUILD_STAMP}`, hashOfSources(root))
  return { root, write }
}

test('a build of the current sources is accepted', () => {
  const { root, write } = builtCheckout()
  expect(findBuildProblem(root)).toBeNull()
  write('app/root.test.ts', 'test(2)')
  expect(findBuildProblem(root)).toBeNull()
})

test('a build is refused if a source was changed, added or removed, or if the build is missing', () => {
  const { root, write } = builtCheckout()
  write('app/root.tsx', 'export default 2')
  expect(findBuildProblem(root)).toMatch(/^The build is older than the sources.*npm run build/)
  write('app/root.tsx', 'export default 1')
  expect(findBuildProblem(root)).toBeNull()
  write('app/more.ts', '')
  expect(findBuildProblem(root)).toMatch(/^The build is older/)
  rmSync(join(root, 'app/more.ts'))
  rmSync(join(root, 'build'), { recursive: true })
  expect(findBuildProblem(root)).toMatch(/^The site is not built.*npm run build/)
})
