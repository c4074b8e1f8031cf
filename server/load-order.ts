/**
 * What a browser should fetch first: the faces, for they make the first picture with what the document holds. The
 * application's modules wait in a template, and are set free once that picture is on the screen (or after a
 * second, should nothing be painted). Then they stand where React wrote them, so that hydration finds its page.
 */
export const FREE = `(()=>{let t=document.getElementById("modules"),go=()=>{if(t){document.head.append(...t.content.querySelectorAll("link"));t.replaceWith(t.content);t=null}};document.currentScript.remove();requestAnimationFrame(()=>setTimeout(go));setTimeout(go,1e3)})()`

export function deferModuleScripts(html: string): string {
  // They stand near the end of a long document: what comes before need not be searched.
  const [first = 0] = [
    html.indexOf('<link rel="modulepreload"'),
    html.indexOf('<script type="module" async=""'),
  ]
    .filter((at) => at >= 0)
    .sort((a, b) => a - b)
  return html.slice(0, first) + moved(html.slice(first))
}

function moved(html: string): string {
  const preloads: string[] = []
  const rest = html.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link)
    return ''
  })
  const [start] = rest.match(/<script type="module" async=""[^>]*>[\s\S]*?<\/script>/) ?? []
  if (!start) return html
  return rest.replace(
    start,
    () => `<template id="modules">${preloads.join('')}${start}</template><script>${FREE}</script>`,
  )
}
