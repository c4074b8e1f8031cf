import { Link } from 'react-router'

export function BackToAccount() {
  return (
    <p>
      <Link className="link" to="/account">
        Back to your account
      </Link>
    </p>
  )
}
