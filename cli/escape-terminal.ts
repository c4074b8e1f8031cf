/** Escapes control and bidirectional characters of a foreign value and shortens it, for one line of a terminal. */
export { escapeLine as escapeTerminal } from '#shared/text/escape-control.ts'
