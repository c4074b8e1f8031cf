import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { openTestSite } from '../open-test-site.ts'

/** Elements whose children share a key, as 'div: ?q=sophie': React leaves some of these on the page when they change. */
const equalKeys: string[] = []

// The built site gets these functions when it is loaded, by the test.
const runtime = createRequire(import.meta.url)('react/jsx-runtime')
for (const name of ['jsx', 'jsxs']) {
  const create = runtime[name]
  runtime[name] = (type: unknown, props: { children?: unknown }, key?: string) => {
    for (const list of [props.children, ...[props.children].flat()].filter(Array.isArray)) {
      const keys = list.map((child) => child?.key).filter((known) => known != null)
      for (const known of keys)
        if (keys.indexOf(known) !== keys.lastIndexOf(known)) equalKeys.push(`${String(type)}: ${known}`)
    }
    return create(type, props, key)
  }
}

test('no two siblings of a page have the same key', async () => {
  const site = await openTestSite()
  const pages = [
    '/',
    '/plates?q=singh&to=5000',
    '/plate/1%20KP',
    '/find?q=sophie',
    '/registration/SAM1',
    '/sales-explorer',
    '/jersey/sales-explorer',
    '/auction-calculator?hammer=8800',
    '/search?q=a',
    '/shortlist?p=WD1,RTL1',
    '/valuations/accuracy',
  ]
  for (const path of pages) {
    await site.read(path)
    expect([path, equalKeys.splice(0)]).toEqual([path, []])
  }
})
