import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function PlateStories() {
  return (
    <PlainPage
      title="Plate Stories"
      path="/plate-stories"
      description="The stories behind some British registrations."
    >
      <p>
        The stories behind some British registrations will be told here. They are being written; our{' '}
        <Link to="/plates" className="link">
          plates for sale
        </Link>{' '}
        are ready to see.
      </p>
    </PlainPage>
  )
}
