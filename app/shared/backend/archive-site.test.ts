import { expect, it } from 'vitest'
import { archivePrefix, isArchiveSite } from './archive-site.ts'

it.each([
  ['https://web.archive.org/web/20250913000000/https://www.example.co.uk/sales-explorer', true],
  ['https://archive.ph/AbCd1', true],
  ['https://archive.example.co.uk/sales-explorer', true],
  ['https://mirror.example/web/20250913im_/https://www.example.co.uk/', true],
  ['https://www.example.co.uk/info/archive', false],
  ['https://myarchive.org/', false],
  ['http://127.0.0.1:3000/web/design', false],
])('the address %s is one of an archive site: %s', (address, expected) => {
  expect(isArchiveSite(new URL(address))).toBe(expected)
})

it.each([
  [
    '/web/20250913000000/http://www.example.co.uk/sales-explorer',
    '/web/20250913000000/http://www.example.co.uk',
  ],
  ['/web/20250913/https:/www.example.co.uk/sales/JB%201', '/web/20250913/https://www.example.co.uk'],
  ['/web/2025/www.example.co.uk/', '/web/2025/www.example.co.uk'],
  ['/web/20250913000000/http://127.0.0.1:3000', '/web/20250913000000/http://127.0.0.1:3000'],
  ['/web/20250913000000/http://localhost:3000/plates', '/web/20250913000000/http://localhost:3000'],
  ['/sales-explorer', ''],
  ['/web/design', ''],
  ['/info/web/2025/www.example.co.uk/', ''],
])('the prefix of the archived address %s is “%s”', (pathname, prefix) => {
  expect(archivePrefix(pathname)).toBe(prefix)
})
