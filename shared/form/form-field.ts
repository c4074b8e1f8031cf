/** Labels by value, in their order. */
export type Options = Readonly<Record<string, string>> | readonly (readonly [value: string, label: string])[]

/** A field of a form, declared once: pages show it by this, readers parse its text, and a refusal names it. */
export interface Field {
  name: string
  label: string
  help?: string | undefined
  /** One line of text without it, several with `rows`, and a menu with `options`. `radios` and `checks` show all options. */
  input?: 'date' | 'tel' | 'url' | 'tick' | 'radios' | 'checks'
  options?: Options
  /** The height of a text area. */
  rows?: number | undefined
  maxLength?: number
  inputMode?: 'numeric' | 'decimal' | 'email' | 'url'
  min?: string
  max?: string
  required?: boolean
  /** The id of a list of suggestions. */
  list?: string
  spellCheck?: false
  placeholder?: string
}

/** As it is declared under its name. Without a label a page shows nothing of it: a button or a question sends it. */
export interface FormField extends Partial<Omit<Field, 'name'>> {
  /**
   * @param today in London
   * @param typed the other fields, for one that depends on them
   * @throws CellError whose message is a sentence without its full stop
   */
  parse(text: string, today: string, typed: { readonly [name: string]: string | undefined }): unknown
}
