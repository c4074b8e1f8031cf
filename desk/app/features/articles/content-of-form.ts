/** Converts the form of an article to its content, in the page and on the server. */
import { cleanLine, cleanSource } from '#shared/text/clean-text.ts'
import { textOf } from '../../ui/text-of.ts'

const PICTURE_ID = /^[0-9a-f-]{36}$/

interface Fact {
  name: string
  value: string
  what: string
  source: { name: string; url: string }
  checked: string
}

/** The format that services/articles/article-content.ts parses and checks. */
export function contentOfForm(form: FormData) {
  const line = (name: string) => cleanLine(textOf(form, name))
  const factOf = (row: string): Fact => ({
    name: line(`${row}.name`),
    value: line(`${row}.value`),
    what: line(`${row}.what`),
    source: { name: line(`${row}.source.name`), url: line(`${row}.source.url`) },
    checked: line(`${row}.checked`),
  })
  const pictureId = line('pictureId')
  return {
    title: line('title'),
    summary: line('summary'),
    body: cleanSource(textOf(form, 'body')),
    category: line('category'),
    author: line('author'),
    plate: line('plate').toUpperCase(),
    hub: line('hub') || null,
    keywords: line('keywords'),
    picture: PICTURE_ID.test(pictureId) ? { id: pictureId, alt: line('pictureAlt') } : null,
    sources: rowsOf(form, 'sources')
      .map((row) => ({ name: line(`${row}.name`), url: line(`${row}.url`) }))
      .filter(({ name, url }) => name !== '' || url !== ''),
    facts: rowsOf(form, 'facts').map(factOf).filter(isFilled),
    related: [...new Set(form.getAll('related').filter((name) => typeof name === 'string' && name !== ''))],
    updated: line('updated') || null,
    checked: line('checked') || null,
  }
}

const isFilled = ({ name, value, what, source }: Fact): boolean =>
  [name, value, what, source.name, source.url].some((text) => text !== '')

/** 'sources.0', 'sources.3', …: the rows of the form, in order. */
function rowsOf(form: FormData, list: string): string[] {
  const rows = [...form.keys()].flatMap((name) => new RegExp(`^${list}\\.\\d+`).exec(name)?.[0] ?? [])
  return [...new Set(rows)]
}
