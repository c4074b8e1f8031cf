import type { Page } from '@playwright/test'

/**
 * Replaces every text node by two nested font elements, now and whenever the page changes, as Chrome does when it
 * translates a page. React then writes to nodes that are no longer on the page.
 * @returns reads the texts that it has written so, which nobody can see
 */
export async function translate(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = []
    const replaced = new WeakSet<Node>()
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      for (let node = walker.currentNode as Node | null; node; node = walker.nextNode()) texts.push(node)
      for (const text of texts) {
        const parent = text.parentElement
        if (!(text instanceof Text) || text.data.trim() === '' || parent === null) continue
        if (parent.closest('font, script, style, title, option, textarea, noscript, svg')) continue
        const outer = document.createElement('font')
        const inner = outer.appendChild(document.createElement('font'))
        inner.textContent = text.data
        replaced.add(text)
        text.replaceWith(outer)
      }
    }
    const { set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue'),
      set(text: string) {
        if (replaced.has(this)) lost.push(text)
        set?.call(this, text)
      },
    })
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        if (document.contains(target)) for (const node of addedNodes) wrap(node)
    }).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { lost })
  })
  return () => page.evaluate(() => (window as unknown as { lost: string[] }).lost)
}
