import { site } from '../../../site.config.ts'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function Privacy() {
  return (
    <PlainPage
      title="Privacy Policy"
      path="/privacy"
      description={`What ${site.name} stores about its visitors: at present, nothing beyond the request log of the server.`}
    >
      <p>
        This site sets no cookies, runs no trackers and loads nothing from other companies. The server keeps a
        log of the addresses asked for and the time each took, without names.
      </p>
      <p>
        If you write to us by e-mail, we use your message to answer you and for nothing else. To have it
        deleted, write to{' '}
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
        .
      </p>
    </PlainPage>
  )
}
