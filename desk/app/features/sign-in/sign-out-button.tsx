import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { forgetDrafts } from '../../ui/draft-store.ts'

/** Loads the sign-in page as a new document, so that no data of the desk remain in the tab. */
export function SignOut({ label = 'Sign out' }: { label?: string }) {
  return (
    <DeskForm action="/sign-out" reloadDocument onSubmit={forgetDrafts}>
      <SubmitButton>{label}</SubmitButton>
    </DeskForm>
  )
}
