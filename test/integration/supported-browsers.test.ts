import { readdirSync, readFileSync } from 'node:fs'
import { type AnyNode, parse } from 'acorn'
import { expect, test } from 'vitest'
import { requireBuild } from '#scripts/build-state.mjs'
import { BUILT_INS } from '../newer-built-ins.ts'

/** The newest that all supported browsers read. Vite rewrites newer syntax, but no regular expression. */
const ECMASCRIPT = 2022

/** What some supported browser lacks, and why it may be used all the same. */
const WITH_FALLBACK: Record<string, string> = {
  devicePixelRatio: 'React asks whether it is a number',
  navigation: 'React Router asks whether there is one',
  requestIdleCallback: 'asked for: `requestIdleCallback` in `window`; a timer waits otherwise',
  '.createPolicy()': 'asked for: `trustedTypes?.createPolicy`',
  '.startViewTransition()': 'no page asks React Router for a transition',
  '.skipTransition()': 'React Router has a transition only where there are some',
  '.showPopover()': 'there are no tooltips then',
  '.hidePopover()': 'there are no tooltips then',
  '.caretPositionFromPoint()': 'ProseMirror asks whether there is one',
  '.getComposedRanges()': 'ProseMirror asks whether there is one',
  '.getTransports()': 'SimpleWebAuthn asks whether there is one',
  '.getPublicKeyAlgorithm()': 'SimpleWebAuthn asks whether there is one',
  '.getPublicKey()': 'SimpleWebAuthn asks whether there is one',
  '.getAuthenticatorData()': 'SimpleWebAuthn asks whether there is one',
}

/** Loaded by the page of an article at the desk alone, which has a plain field without it. */
const EDITOR = 'body-editor.client'

interface Visited {
  file: string
  node: AnyNode
  parent: AnyNode | null
}

const nodes: Visited[] = ['build/client/assets', 'build/desk/client/assets'].flatMap((folder) => {
  requireBuild()
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const code = readFileSync(`${folder}/${name}`, 'utf8')
      const program = parse(code, { ecmaVersion: ECMASCRIPT, sourceType: 'module' })
      return descendants(program, null, name.replace(/-[\w-]{8}\.js$/, ''))
    })
})

function descendants(node: AnyNode, parent: AnyNode | null, file: string): Visited[] {
  const children: AnyNode[] = Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
  return [{ file, node, parent }, ...children.flatMap((child) => descendants(child, node, file))]
}

/** The `name` of `name`, `object.name` and `{ name: … }`. */
function nameOf(node: AnyNode): string {
  if (node.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property)
  return node.type === 'Identifier' ? node.name : ''
}

/** Names of methods that the built files have themselves: whose one is called cannot be told. */
const ownMethods = new Set(
  nodes.map(({ node, parent }) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      return nameOf(node.left)
    const isKey = node.type === 'MethodDefinition' || node.type === 'PropertyDefinition'
    return isKey || (node.type === 'Property' && parent?.type === 'ObjectExpression') ? nameOf(node.key) : ''
  }),
)

const newer = new Set(BUILT_INS.filter(({ isNewer }) => isNewer).map(({ owner, name }) => `${owner}.${name}`))
const known = new Set(BUILT_INS.map(({ owner, name }) => `${owner}.${name}`))
const olderNames = new Set(BUILT_INS.filter(({ isNewer }) => !isNewer).map(({ name }) => name))
const newerNames = new Set(
  BUILT_INS.filter(({ isNewer, isStatic }) => isNewer && !isStatic).map(({ name }) => name),
)

/** The newer built-in that a node uses, as `Map.groupBy`, `.toSorted()` or `navigation`. */
function usedBuiltIn({ node, parent }: Visited): string | null {
  if (node.type === 'MemberExpression') {
    const [owner, name] = [nameOf(node.object), nameOf(node)]
    if (known.has(`${owner}.${name}`)) return newer.has(`${owner}.${name}`) ? `${owner}.${name}` : null
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node && !parent.optional
    const isNewerMethod = newerNames.has(name) && !olderNames.has(name) && !ownMethods.has(name)
    return isCalled && isNewerMethod ? `.${name}()` : null
  }
  if (node.type !== 'Identifier' || !newer.has(`Window.${node.name}`)) return null
  const isName = parent?.type === 'MemberExpression' || parent?.type === 'Property'
  return isName ? null : node.name
}

test('the built files call no built-in that a supported browser lacks, but for those with a fallback', () => {
  const used = new Map<string, Set<string>>()
  for (const visited of nodes) {
    const name = usedBuiltIn(visited)
    if (name !== null) used.set(name, (used.get(name) ?? new Set()).add(visited.file))
  }
  const listed = [...used].map(([name, files]) => `${name}: ${[...files].join(', ')}`)
  expect(listed.filter((line) => !((line.split(':')[0] as string) in WITH_FALLBACK))).toEqual([])
  expect(Object.keys(WITH_FALLBACK).filter((name) => !used.has(name))).toEqual([])
})

/** The text of a regular expression, or of a string that may become one. */
function patternOf(node: AnyNode): string {
  if (node.type === 'TemplateElement') return node.value.raw
  return node.type === 'Literal' ? (node.regex?.pattern ?? String(node.value)) : ''
}

test('no regular expression looks behind, which before Safari 16.4 would stop all script of a page', () => {
  const patterns = nodes.map(({ file, node }) => ({ file, pattern: patternOf(node) }))
  const found = patterns.filter(({ file, pattern }) => file !== EDITOR && /\(\?<[=!]/.test(pattern))
  expect(found).toEqual([])
  expect(patterns.some(({ pattern }) => pattern.includes('(?<'))).toBe(true)
})

test('the styles choose the layout by media queries that Safari 15.4 understands', () => {
  const queries = ['build/client/assets', 'build/desk/client/assets'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.css'))
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').match(/@media[^{]*/g) ?? []),
  )
  expect(queries.length).toBeGreaterThan(50)
  expect(queries.filter((query) => /[<>]|\(not/.test(query))).toEqual([])
})
