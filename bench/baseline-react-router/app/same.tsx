import { readFileSync } from 'node:fs'
import { createElement, type ReactNode } from 'react'
import { useLoaderData } from 'react-router'

export type Same = [name: string, attributes: Record<string, string>, ...children: (Same | string)[]]

/** The elements of our page, rendered on the server only. */
let elements: Same[] | undefined

export function loader() {
  elements ??= JSON.parse(readFileSync(process.env.SAME_ELEMENTS ?? '', 'utf8')) as Same[]
  return { text: 'word '.repeat(Number(process.env.SAME_CHARACTERS) / 5) }
}

export default function Page() {
  const { text } = useLoaderData<typeof loader>()
  return <div data-characters={text.length}>{elements?.map((element, at) => draw(element, at))}</div>
}

function draw(element: Same | string, key: number): ReactNode {
  if (typeof element === 'string') return element
  const [name, attributes, ...children] = element
  return createElement(name, { ...attributes, key }, ...children.map(draw))
}
