import type { Statement } from '../text/statement-pages.ts'

/** The statements of a page, within `prose`: on the site, and in the preview of the desk, where some may be missing. */
export function Statements({ statements }: { statements: readonly Statement[] }) {
  return statements.map(({ heading, text }) => (
    <section key={heading}>
      <h2>{heading}</h2>
      {text === null ? (
        <p className="text-quiet">Not written yet</p>
      ) : (
        text.split(/\n\s*\n/).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
      )}
    </section>
  ))
}
