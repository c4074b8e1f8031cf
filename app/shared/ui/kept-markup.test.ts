import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { KeptList, KeptMarkup } from './kept.tsx'
import { keepMarkup } from './kept-markup.server.ts'

const told = ['one & <one>', 'two']
const rendered: string[] = []
function Entry({ text }: { text: string }) {
  rendered.push(text)
  return createElement('li', null, `${text}!`)
}
const list = () =>
  createElement(KeptList, {
    className: 'list',
    entries: told.map((text) => ({ told: text, element: createElement(Entry, { key: text, text }) })),
  })

describe('a list whose entries are kept', () => {
  test('is the document that a browser makes of it, and each entry is rendered once', () => {
    const kept = () => renderToString(createElement(KeptMarkup.Provider, { value: keepMarkup }, list()))
    const plain = renderToString(list())
    rendered.length = 0
    expect(kept()).toBe(plain)
    expect(kept()).toBe(plain)
    expect(plain).toContain('one &amp; &lt;one&gt;')
    expect(rendered).toEqual(told)
  })
})
