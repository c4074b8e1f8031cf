import { CopyText } from '../../ui/copy-button.tsx'

/** Shows the link of an invitation once; the server keeps no copy. @param expires formatted */
export const LinkOnce = ({ link, expires }: { link: string; expires: string }) => (
  <section className="desk-note" aria-live="polite">
    <CopyText
      label="The link (shown only once)"
      help={`It works once, until ${expires}. Send it privately: the first person to open it gets in.`}
      value={link}
      rows={5}
      button="Copy the link"
    />
  </section>
)
