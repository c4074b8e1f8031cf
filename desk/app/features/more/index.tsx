import { NavigationLink, pagesFor } from '../../ui/navigation.tsx'
import { Page } from '../../ui/page.tsx'
import { usePerson } from '../../ui/use-root.ts'
import { SignOut } from '../sign-in/sign-out-button.tsx'

/** Links to the pages that have no place in the navigation bar of a phone. */
export default function More() {
  const role = usePerson()?.role
  return (
    <Page title="More" actions={<SignOut />}>
      <ul className="ledger-list">
        {pagesFor(role)
          .filter(({ isMain }) => !isMain)
          .map((page) => (
            <li key={page.path}>
              <NavigationLink page={page} />
            </li>
          ))}
      </ul>
    </Page>
  )
}
