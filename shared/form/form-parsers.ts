import { CellError, readLine } from '../cells/fields.ts'

/** A menu, whose text is one of its values. */
export const oneOf = <Name extends string>(options: Readonly<Record<Name, string>>) => ({
  options,
  parse(text: string): Name {
    if (!Object.hasOwn(options, text)) throw new CellError('choose one')
    return text as Name
  },
})

/** A line of text, which may be empty. */
export const lineOf = (maxLength: number) => ({
  maxLength,
  parse: (text: string) => readLine(maxLength)(text) || null,
})
