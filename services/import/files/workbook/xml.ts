/** Streams a part's XML through sax, whose buffers are bounded; refuses document types, deep nesting and long texts. */
import sax from 'sax'
import { UserError } from '#services/user-error.ts'
import { damaged } from './archive.ts'

const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 256
/** Excel's own limit for a cell is 32,767. */
const MAX_TEXT_LENGTH = 1_000_000

interface XmlHandler {
  /** @param name without its prefix */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  /** @param text all text since the last tag began or ended */
  close?(name: string, text: string): void
}

/** Yields after each chunk, so that a caller can forward what its handler has collected. */
export async function* parseXml(
  chunks: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
): AsyncGenerator<void, void> {
  const parser = sax.parser(true, { position: true })
  const refuse = (detail: string): never => {
    throw damaged(`${detail} in ${part}, line ${parser.line + 1}`)
  }
  let depth = 0
  let attributes = 0
  let text = ''
  const addText = (more: string) => {
    text += more
    if (text.length > MAX_TEXT_LENGTH) refuse('a text is longer than a million characters')
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onattribute = () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) refuse('an element has too many attributes')
  }
  parser.onopentag = ({ name, attributes: given }) => {
    depth += 1
    if (depth > MAX_DEPTH) refuse('elements are nested too deeply')
    attributes = 0
    text = ''
    handler.open?.(localName(name), given as Record<string, string>)
  }
  parser.onclosetag = (name) => {
    depth -= 1
    handler.close?.(localName(name), text)
    text = ''
  }
  parser.ondoctype = () => refuse('a document type is not allowed')
  parser.onerror = () => refuse('the XML is not well-formed')

  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    parse(() => parser.write(decoder.decode(chunk, { stream: true })))
    yield
  }
  parse(() => parser.write(decoder.decode()).close())
  yield

  function parse(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      throw error instanceof UserError ? error : damaged(`${part} is not in UTF-8`)
    }
  }
}

/** Parses a whole part with a handler. */
export async function readXml(
  chunks: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of parseXml(chunks, part, handler));
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The value of an attribute with any prefix, such as `r:id`. */
export const prefixed = (attributes: Readonly<Record<string, string>>, name: string) =>
  Object.entries(attributes).find(([key]) => localName(key) === name && key.includes(':'))?.[1]
