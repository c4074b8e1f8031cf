import type { Same } from './baseline-react-router/app/same.tsx'

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const PART = /<!--.*?-->|<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>|[^<]+/gs
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

export function elementsOf(html: string): Same[] {
  const body = html
    .slice(html.indexOf('<body>') + 6, html.indexOf('</body>'))
    .replace(/<(script|template|noscript)\b.*?<\/\1>/gs, '')
  const root: Same = ['body', {}]
  const open: Same[] = [root]
  for (const [part, end, name = '', attributes = ''] of body.matchAll(PART)) {
    const parent = open.at(-1) ?? root
    if (part.startsWith('<!--')) continue
    if (name === '') parent.push(decode(part))
    else if (end) open.pop()
    else {
      const element: Same = [name, attributesOf(attributes)]
      parent.push(element)
      if (!VOID.test(name)) open.push(element)
    }
  }
  return root.slice(2) as Same[]
}

// React's names of three attributes; a field with a value would need a listener.
const NAMES: Record<string, string> = { class: 'className', for: 'htmlFor', value: 'defaultValue' }

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/\s([\w:-]+)="([^"]*)"/g)
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [NAMES[name] ?? name, decode(value)]),
  )
}

const decode = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
