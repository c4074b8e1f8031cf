/**
 * Finishes a document after React has rendered it. No other file reads or changes HTML text. Here each byte of it is a
 * character ('latin1'): what is searched for and added is ASCII, so UTF-8 need be neither decoded nor encoded.
 */
import { basename } from 'node:path'
import { STYLES_PLACEHOLDER } from '#app/page-styles.ts'
import { REMEMBER_EARLY_CLICKS } from '#app/shared/ui/early-clicks.ts'
import { SCRIPT_MARK } from '#shared/ui/script-mark.ts'
import { cspHash, documentHeaders, type Header } from './security/security-headers.ts'

/** Puts the module scripts back after the first paint, or after a second, where hydration expects them. */
const RELEASE_SCRIPT = `${REMEMBER_EARLY_CLICKS};(()=>{let t=document.getElementById("modules"),go=()=>{if(t){document.head.append(...t.content.querySelectorAll("link"));t.replaceWith(t.content);t=null}};document.currentScript.remove();requestAnimationFrame(()=>setTimeout(go));setTimeout(go,1e3)})()`

interface FinishedDocument {
  body: Buffer
  headers: Header[]
}

/** @param styleSheets the text of each by its file, of which the name is what a page calls it */
export function createDocumentRenderer(styleSheets: Readonly<Record<string, string>>) {
  const named = new Map(Object.entries(styleSheets).map(([file, css]) => [basename(file, '.css'), css]))
  const joined = new Map<string, { css: string; hash: string }>()
  function join(names: string) {
    const known = joined.get(names)
    if (known) return known
    const files = names === 'all' ? ['app'] : ['base', ...names.split(' ')]
    const css = Buffer.from(files.map((name) => named.get(name)).join(''))
    const styles = { css: css.toString('latin1'), hash: cspHash(css) }
    joined.set(names, styles)
    return styles
  }
  const ownHashes = [cspHash(SCRIPT_MARK), cspHash(RELEASE_SCRIPT)]
  return (rendered: Buffer, nonce: string, isPreview = false): FinishedDocument => {
    const { html, hashes } = hashInlineScripts(rendered.toString('latin1'), nonce)
    const [placeholder = '', names = 'all'] = html.match(STYLES_PLACEHOLDER) ?? []
    const styles = join(names)
    return {
      body: Buffer.from(
        deferModuleScripts(html).replace(placeholder, () => styles.css),
        'latin1',
      ),
      headers: documentHeaders([...hashes, ...ownHashes], [styles.hash], isPreview),
    }
  }
}

/** A script without the nonce came in with stored data: it gets no hash, so no browser runs it (decision 003). */
export function hashInlineScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  const parts = html.split(` nonce="${nonce}"`)
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before === undefined || !OPEN_SCRIPT_TAG.test(before.slice(before.lastIndexOf('<')))) continue
    const script = part.slice(part.indexOf('>') + 1, part.indexOf('</script>'))
    if (script !== '') hashes.push(cspHash(Buffer.from(script, 'latin1')))
  }
  return { html: parts.join(''), hashes }
}

const OPEN_SCRIPT_TAG = /^<script\b[^>]*$/

/** Holds the module scripts in a template until the first paint, so that fonts load before them. */
function deferModuleScripts(html: string): string {
  const entry = html.match(/<script type="module" async=""[^>]*>[\s\S]*?<\/script>/)?.[0]
  if (!entry) return html
  const preloads: string[] = []
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
      preloads.push(link)
      return ''
    })
    .replace(
      entry,
      () =>
        `<template id="modules">${preloads.join('')}${entry}</template><script>${RELEASE_SCRIPT}</script>`,
    )
}
