import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { COUNTED_FOLDERS, COUNTED_PAGES, countedPath, folderOf } from './page-path.ts'

test.each([
  ['/', '/'],
  ['/?utm_source=x', '/'],
  ['/plates?q=sam&page=2', '/plates'],
  ['/plates.data?_routes=features%2Fplates%2Findex', '/plates'],
  ['/_root.data', '/'],
  ['/_.data', '/'],
  ['/plate/AB%2012', '/plate/AB 12'],
  ['/registration/AB12CDE.data', '/registration/AB12CDE'],
  ['/news/a-plate', '/news/a-plate'],
])('%s is counted as %s', (url, path) => {
  expect(countedPath(url)).toBe(path)
})

test.each([
  '/robots.txt',
  '/find.json?q=sam',
  '/plate/AB%2012/front.svg',
  '/plate/AB%2012/print',
  '/plate/AB%2012/card',
  '/registration/AB12CDE.json',
  '/share/plate/AB12.png',
  '/alerts/manage?key=secret',
  '/preview/9hGk',
  '/desk',
  '/desk/stock',
  '/desk.data',
  '/pictures/b3b2ad5e-0000-4000-8000-000000000000/800.webp',
  '/assets/a.js',
  '/rest/v1/plates',
  '/plate/',
  '/plate/a%00b',
  '/plate/%E0%A4%A',
  `/registration/${'A'.repeat(200)}`,
  '//evil.example',
  '',
])('%s is not counted', (url) => {
  expect(countedPath(url)).toBe(null)
})

test('paths beyond the daily limit are counted by kind', () => {
  expect(folderOf('/registration/AB12CDE')).toBe('/registration/*')
  expect(folderOf('/plates')).toBe(null)
})

test('every page of app/routes.ts is either counted or listed as uncounted', () => {
  const addresses = routes.map(({ path = '' }) => `/${path}`)
  const isCounted = (address: string) => {
    const [folder, name] = [
      address.slice(0, address.lastIndexOf('/')),
      address.slice(address.lastIndexOf('/') + 1),
    ]
    return (
      COUNTED_PAGES.has(address) ||
      (name.startsWith(':') && !name.includes('.') && COUNTED_FOLDERS.has(folder))
    )
  }
  const left = addresses.filter(
    (address) => !isCounted(address) && !/\.[a-z]+$|^\/share\/|^\/\*$/.test(address),
  )
  expect(new Set(left)).toEqual(
    new Set([
      '/icons/:file',
      '/preview/:token', // not published
      '/order/:token', // private to one person
      '/plates/:registration', // redirects
      '/plate/:registration/print',
      '/plate/:registration/card',
      '/plate/:registration/:file',
      '/alerts/manage', // private to one person
      '/alerts/unsubscribe',
      '/sales/:registration', // redirects
    ]),
  )
  for (const page of COUNTED_PAGES) expect(addresses).toContain(page)
})
