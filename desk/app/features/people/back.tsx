import { Link } from 'react-router'

export function BackToPeople() {
  return (
    <p>
      <Link className="link" to="/people">
        Back to People
      </Link>
    </p>
  )
}
