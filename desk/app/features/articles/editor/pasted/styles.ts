/** The value of `style`, which the page's policy keeps from being an attribute of that name. */
export const styleOf = (element: Element): string => element.getAttribute('data-style') ?? ''

export function rename(element: Element, name: string): void {
  if (element.tagName.toLowerCase() === name) return
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}
