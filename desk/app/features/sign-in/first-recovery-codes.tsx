import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/page.tsx'

/** Shown once, because the server cannot read its stored hashes. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Section id="recovery-codes" title="Ten recovery codes">
      <p className="mt-2">
        If you lose your phone, each code lets you in once, with your password. They are shown only now: print
        them or save them in your password manager.
      </p>
      <ol className="my-4 grid list-decimal grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 pl-9 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="desk-actions scripted">
        <button type="button" className="button-small" onClick={() => print()}>
          Print
        </button>
        <CopyButton text={() => codes.join('\n')}>Copy</CopyButton>
      </p>
    </Section>
  )
}
